import { conflict, notFound, raise } from "#lib/errors.ts";
import { ExpiringStore } from "#lib/expiring-store.ts";
import { minute } from "#lib/time.ts";
import type { Timers } from "#lib/timers.ts";
import type { Picture } from "./pages.ts";

const lifetimeMs = 30 * minute;
const maxEach = 50;
/** The largest size in bytes of the drafts of all households, including their pictures. */
const maxBytes = 64 * 1_048_576;
/** The assumed size of a draft in bytes, without its picture. */
const draftBytes = 20_000;

type Draft = { readonly picture: Picture | null; isSaved: boolean };

/** Keeps ids and pictures of unsaved imported recipes in memory. Their texts are only in the app. */
export class Drafts {
  private readonly store: ExpiringStore<Draft>;

  constructor(
    private readonly clock: () => Date,
    timers: Timers,
  ) {
    const sizeOf = ({ picture }: Draft) => draftBytes + (picture?.webp.length ?? 0);
    this.store = new ExpiringStore({ clock, timers, lifetimeMs, maxEach, maxSize: maxBytes, sizeOf });
  }

  add(householdId: string, picture: Picture | null): string {
    const id = Bun.randomUUIDv7("hex", this.clock());
    this.store.add(householdId, id, { picture, isSaved: false });
    return id;
  }

  find(householdId: string, id: string): Draft {
    return this.store.find(householdId, id) ?? raise(notFound("Draft"));
  }

  /** Calls `save`, and marks the draft as saved unless that fails. @throws ApiError 404; 409 if saved already. */
  async saveOnce<Result>(householdId: string, id: string, save: (draft: Draft) => Promise<Result>): Promise<Result> {
    const draft = this.find(householdId, id);
    if (draft.isSaved) throw conflict("conflict", "This draft was saved already");
    draft.isSaved = true;
    try {
      return await save(draft);
    } catch (error) {
      draft.isSaved = false;
      throw error;
    }
  }
}
