import { conflict, notFound } from "../errors.ts";
import { BoundedCache } from "../lib/bounded-cache.ts";
import { minute } from "../lib/time.ts";
import type { Picture } from "./pages.ts";

const lifetimeMs = 30 * minute;
const maxEach = 50;
/** For the drafts of all households, with their pictures. */
const maxBytes = 64 * 1_048_576;
/** The size of a draft without its picture. */
const draftBytes = 20_000;

export type Draft = { readonly id: string; readonly picture: Picture | null };

type Timed = Draft & { readonly expiresAt: number; isSaved: boolean };

/** Recipes that were read and not yet saved, in memory. Their texts are with the app. */
export class Drafts {
  private readonly byHousehold = new BoundedCache<string, readonly Timed[]>({
    eviction: "lru",
    maxSize: maxBytes,
    sizeOf: (drafts) => drafts.reduce((sum, { picture }) => sum + draftBytes + (picture?.webp.length ?? 0), 0),
  });

  constructor(private readonly clock: () => Date) {}

  add(householdId: string, picture: Picture | null): string {
    const now = this.clock();
    const id = Bun.randomUUIDv7("hex", now);
    const draft = { id, picture, expiresAt: now.getTime() + lifetimeMs, isSaved: false };
    this.byHousehold.set(householdId, [...this.list(householdId), draft].slice(-maxEach));
    return id;
  }

  /** @throws ApiError 404 */
  find(householdId: string, id: string): Draft {
    return this.findTimed(householdId, id);
  }

  /** Only one call saves a draft, unless it fails. @throws ApiError 404; 409 */
  async saveOnce<Result>(householdId: string, id: string, save: (draft: Draft) => Promise<Result>): Promise<Result> {
    const draft = this.findTimed(householdId, id);
    if (draft.isSaved) throw conflict("conflict", "This draft was saved already");
    draft.isSaved = true;
    try {
      return await save(draft);
    } catch (error) {
      draft.isSaved = false;
      throw error;
    }
  }

  private findTimed(householdId: string, id: string): Timed {
    const found = this.list(householdId).find((each) => each.id === id);
    if (!found) throw notFound("Draft");
    return found;
  }

  private list(householdId: string): readonly Timed[] {
    const now = this.clock().getTime();
    return (this.byHousehold.get(householdId) ?? []).filter(({ expiresAt }) => expiresAt > now);
  }
}
