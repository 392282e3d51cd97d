import type { Phrase } from "#lib/sentence.ts";
import type { Work } from "#platform/work.ts";
import type { Member } from "./model.ts";

/** Decisions of the caller about the records of a member who is removed. */
export type RemovalOptions = { readonly reassignTo?: string; readonly personalLists?: "delete" | "share" };

/**
 * The result of removing a member, to which each feature adds. `files` are pictures to delete after the commit.
 * `summaryEnd` is the end of the sentence in the feed.
 */
export type RemovalOutcome = { readonly files: string[]; summaryEnd: Phrase | "" };

/**
 * The part of a feature in removing a member, declared in the feature's `member-removal.ts`. All parts run in one
 * transaction, which makes one entry in the feed, so they record no activity themselves.
 */
export type MemberRemoval = {
  /** Checks the options before anything is changed. @throws ApiError 422 if a decision is missing in the options */
  readonly check?: (work: Work, member: Member, options: RemovalOptions) => void;
  readonly remove: (work: Work, memberId: string, options: RemovalOptions, outcome: RemovalOutcome) => void;
  /** Ends everything that needs a sign-in, when the member stays but can no longer sign in. */
  readonly endSignIn?: (work: Work, memberId: string) => void;
};
