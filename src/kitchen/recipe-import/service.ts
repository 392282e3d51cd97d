import { KeyedSemaphore } from "#lib/concurrency.ts";
import { ApiError, malformedRequest, raise, rateLimited, tooLarge, unprocessable } from "#lib/errors.ts";
import { TokenBuckets, tooManyRequests } from "#platform/auth/rate-limit.ts";
import type { Deps } from "#platform/deps.ts";
import { Drafts } from "./drafts.ts";
import type { FittedRecipe } from "./fit.ts";
import type { DraftSource, RecipeDraft } from "./model.ts";
import type { ReadResult } from "./page-worker.ts";
import { type Network, noAnswer, noRecipe, PageFetcher, type Picture, RecipeReader } from "./pages.ts";

const maxText = 100_000;
const pagesPerTenMinutes = 30;
const textsPerTenMinutes = 120;
const maxConcurrent = 2;
const maxWaiting = 60;
/** Pages and texts of one household that may wait to be read. The number is small, because they are large. */
const maxReadsWaiting = 6;
/** Milliseconds after which no more addresses are fetched: a later answer would arrive on a closed connection. */
const maxBatchMs = 45_000;

const refuse = () => rateLimited(30);

type FindDuplicates = (name: string, sourceUrl: string | null) => RecipeDraft["sameAs"];
type ReadRecipe = NonNullable<ReadResult>;

/** Reads recipes from addresses, saved pages and texts. Does not write to the database. */
export class RecipeImports {
  readonly drafts: Drafts;
  private readonly pages: PageFetcher;
  private readonly reader: RecipeReader;
  private readonly fetches = new TokenBuckets(pagesPerTenMinutes / 10, pagesPerTenMinutes);
  private readonly texts = new TokenBuckets(textsPerTenMinutes / 10, textsPerTenMinutes);
  private readonly fetchSlots = new KeyedSemaphore(maxConcurrent, { maxLoad: maxWaiting, refuse });
  private readonly readSlots = new KeyedSemaphore(maxConcurrent, { maxLoad: maxReadsWaiting, refuse });

  constructor(
    private readonly deps: Pick<Deps, "config" | "clock" | "timers">,
    network: Network = {},
  ) {
    this.drafts = new Drafts(deps.clock, deps.timers);
    this.pages = new PageFetcher(deps.config, deps.timers, network);
    this.reader = new RecipeReader(deps.timers);
  }

  /** Makes drafts. If one of `urls` fails, its draft has the error. @throws ApiError 400; 413; 422; 429; 502 */
  async draft(householdId: string, source: DraftSource, findDuplicates: FindDuplicates): Promise<RecipeDraft[]> {
    const { url, urls, text } = source;
    if ([url, urls, text].filter((each) => each !== undefined).length !== 1)
      throw malformedRequest("Expected one of url, urls and text");
    if (text !== undefined) return [await this.draftText(householdId, text, findDuplicates)];
    if (urls === undefined) {
      const address = this.pages.addressOf(url ?? "");
      this.takeTokens(householdId, 1);
      return [await this.draftPage(householdId, address, findDuplicates)];
    }
    this.takeTokens(householdId, urls.length);
    const end = performance.now() + maxBatchMs;
    const draft = async (typed: string) =>
      this.draftPage(householdId, this.pages.addressOf(typed), findDuplicates, end);
    return Promise.all(urls.map((typed) => draft(typed).catch(failedDraft(typed))));
  }

  /** Makes a draft of the recipe in a page that a person saved as a file. @throws ApiError 422; 429 */
  async draftFile(householdId: string, bytes: Uint8Array, findDuplicates: FindDuplicates): Promise<RecipeDraft> {
    this.takeTokens(householdId, 1);
    const job = { bytes, contentType: "", address: null };
    const read = (await this.readSlots.run(householdId, () => this.reader.read(job))) ?? raise(noRecipe());
    const picture = await this.fetchSlots.run(householdId, () => this.pages.fetchPicture(read.images));
    return this.storeDraft(householdId, null, read, picture, findDuplicates);
  }

  /** Reads the recipe at an address without making a draft. @throws ApiError 400; 422; 429; 502 */
  async readAddress(householdId: string, typed: string): Promise<FittedRecipe> {
    const address = this.pages.addressOf(typed);
    this.takeTokens(householdId, 1);
    return this.fetchSlots.run(householdId, () => this.readPage(address));
  }

  private async draftText(householdId: string, text: string, findDuplicates: FindDuplicates): Promise<RecipeDraft> {
    if (text.length > maxText) throw tooLarge("Text is larger than 100 KB");
    const allowance = this.texts.take(householdId, this.deps.clock().getTime());
    if (!allowance.allowed) throw tooManyRequests(allowance);
    const read = (await this.readSlots.run(householdId, () => this.reader.read({ text }))) ?? raise(noTextRecipe());
    return this.storeDraft(householdId, null, read, null, findDuplicates);
  }

  private draftPage(householdId: string, address: string, findDuplicates: FindDuplicates, end?: number) {
    return this.fetchSlots.run(householdId, async () => {
      if (end !== undefined && performance.now() > end) throw noAnswer();
      const read = await this.readPage(address);
      const picture = await this.pages.fetchPicture(read.images);
      return this.storeDraft(householdId, address, read, picture, findDuplicates);
    });
  }

  private async readPage(address: string): Promise<ReadRecipe> {
    const { bytes, contentType, url } = await this.pages.fetch(address);
    return (await this.reader.read({ bytes, contentType, address: url })) ?? raise(noRecipe());
  }

  private storeDraft(
    householdId: string,
    url: string | null,
    { recipe, warnings, split }: ReadRecipe,
    picture: Picture | null,
    findDuplicates: FindDuplicates,
  ): RecipeDraft {
    const id = this.drafts.add(householdId, picture);
    return {
      id,
      url,
      recipe,
      photoUrl: picture && `/app/recipes/drafts/${id}/photo`,
      split,
      warnings,
      sameAs: findDuplicates(recipe.name, recipe.sourceUrl),
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
