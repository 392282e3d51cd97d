import { KeyedSemaphore } from "#lib/concurrency.ts";
import { ApiError, malformedRequest, rateLimited, tooLarge, unprocessable } from "#lib/errors.ts";
import { TokenBuckets, tooManyRequests } from "#platform/auth/rate-limit.ts";
import type { Deps } from "#platform/deps.ts";
import { Drafts } from "./drafts.ts";
import type { Fitted } from "./fit.ts";
import type { RecipeDraft } from "./model.ts";
import type { ReadResult } from "./page-worker.ts";
import { type Network, noAnswer, noRecipe, Pages, type Picture, Reader } from "./pages.ts";

const maxText = 100_000;
const pagesPerTenMinutes = 30;
const textsPerTenMinutes = 120;
const atOnce = 2;
const maxWaiting = 60;
/** Files and texts are large. */
const maxReadsWaiting = 6;
/** Later addresses of a list are not asked any more: the connection would be cut. */
const longestBatchMs = 45_000;

export type ImportSource = {
  readonly url?: string | undefined;
  readonly urls?: readonly string[] | undefined;
  readonly text?: string | undefined;
};
type Same = { id: string; name: string }[];
type FindSame = (name: string, sourceUrl: string | null) => Same;
type ReadRecipe = NonNullable<ReadResult>;

/** Reads recipes from addresses, pages and texts. Writes nothing. */
export class RecipeImports {
  readonly drafts: Drafts;
  private readonly pages: Pages;
  private readonly reader: Reader;
  private readonly fetches = new TokenBuckets(pagesPerTenMinutes / 10, pagesPerTenMinutes);
  private readonly texts = new TokenBuckets(textsPerTenMinutes / 10, textsPerTenMinutes);
  private readonly places = new KeyedSemaphore(atOnce, { maxLoad: maxWaiting, refuse: () => rateLimited(30) });

  private readonly reads = new KeyedSemaphore(atOnce, { maxLoad: maxReadsWaiting, refuse: () => rateLimited(30) });

  constructor(
    private readonly deps: Pick<Deps, "config" | "clock" | "timers">,
    network: Network = {},
  ) {
    this.drafts = new Drafts(deps.clock, deps.timers);
    this.pages = new Pages(deps.config, deps.timers, network);
    this.reader = new Reader(deps.timers);
  }

  /** Refusals of one of several addresses are in its draft. @throws ApiError 400; 413; 422; 429; 502 */
  async draft(householdId: string, { url, urls, text }: ImportSource, findSame: FindSame): Promise<RecipeDraft[]> {
    if ([url, urls, text].filter((each) => each !== undefined).length !== 1)
      throw malformedRequest("Expected one of url, urls and text");
    if (text !== undefined) return [await this.draftText(householdId, text, findSame)];
    if (urls === undefined) {
      const address = this.pages.addressOf(url ?? "");
      this.takeTokens(householdId, 1);
      return [await this.draftPage(householdId, address, findSame)];
    }
    this.takeTokens(householdId, urls.length);
    const end = performance.now() + longestBatchMs;
    const draft = async (typed: string) => this.draftPage(householdId, this.pages.addressOf(typed), findSame, end);
    return Promise.all(urls.map((typed) => draft(typed).catch(failedDraft(typed))));
  }

  /** `bytes` are of a page that somebody saved. @throws ApiError 422; 429 */
  async draftFile(householdId: string, bytes: Uint8Array, findSame: FindSame): Promise<RecipeDraft> {
    this.takeTokens(householdId, 1);
    const job = { bytes, contentType: "", address: null };
    const read = await this.reads.run(householdId, () => this.reader.read(job));
    if (!read) throw noRecipe();
    const picture = await this.places.run(householdId, () => this.pages.fetchPicture(read.images));
    return this.keep(householdId, null, read, picture, findSame);
  }

  /** @throws ApiError 400; 422; 429; 502 */
  async readAddress(householdId: string, typed: string): Promise<Fitted> {
    const address = this.pages.addressOf(typed);
    this.takeTokens(householdId, 1);
    return this.places.run(householdId, () => this.readPage(address));
  }

  private async draftText(householdId: string, text: string, findSame: FindSame): Promise<RecipeDraft> {
    if (text.length > maxText) throw tooLarge("Text is larger than 100 KB");
    const allowance = this.texts.take(householdId, this.deps.clock().getTime());
    if (!allowance.allowed) throw tooManyRequests(allowance);
    const read = await this.reads.run(householdId, () => this.reader.read({ text }));
    if (!read) throw noTextRecipe();
    return this.keep(householdId, null, read, null, findSame);
  }

  private draftPage(householdId: string, address: string, findSame: FindSame, end?: number): Promise<RecipeDraft> {
    return this.places.run(householdId, async () => {
      if (end !== undefined && performance.now() > end) throw noAnswer();
      const read = await this.readPage(address);
      const picture = await this.pages.fetchPicture(read.images);
      return this.keep(householdId, address, read, picture, findSame);
    });
  }

  private async readPage(address: string): Promise<ReadRecipe> {
    const page = await this.pages.fetch(address);
    const { bytes, contentType, url } = page;
    const read = await this.reader.read({ bytes, contentType, address: url });
    if (!read) throw noRecipe();
    return read;
  }

  private keep(
    householdId: string,
    url: string | null,
    { recipe, warnings, split }: ReadRecipe,
    picture: Picture | null,
    findSame: FindSame,
  ): RecipeDraft {
    const id = this.drafts.add(householdId, picture);
    return {
      id,
      url,
      recipe,
      photoUrl: picture && `/app/recipes/drafts/${id}/photo`,
      split: split && { ...split, lines: [...split.lines] },
      warnings: [...warnings],
      sameAs: findSame(recipe.name, recipe.sourceUrl),
      error: null,
    };
  }

  private takeTokens(householdId: string, count: number): void {
    const now = this.deps.clock().getTime();
    const { remaining } = this.fetches.peek(householdId, now);
    if (remaining < Math.min(count, 1)) throw tooManyRequests(this.fetches.peek(householdId, now));
    if (remaining < count) throw rateLimited(Math.ceil(((count - remaining) * 600) / pagesPerTenMinutes));
    for (let taken = 0; taken < count; taken++) this.fetches.take(householdId, now);
  }
}

const noTextRecipe = () =>
  unprocessable(null, "The text holds no recipe: a name, its ingredients, then the steps", "no_recipe");

function failedDraft(url: string) {
  return (error: unknown): RecipeDraft => {
    if (!(error instanceof ApiError)) throw error;
    const nothing = { id: null, recipe: null, photoUrl: null, split: null, warnings: [], sameAs: [] };
    return { ...nothing, url, error: { code: error.code, text: error.message } };
  };
}
