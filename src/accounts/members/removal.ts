import type { Phrase } from "#lib/sentence.ts";
import type { Work } from "#platform/work.ts";
import type { Member } from "./model.ts";

export type RemovalOptions = { readonly reassignTo?: string; readonly personalLists?: "delete" | "share" };

/**
 * Result of a removal, to which each feature adds. `files` are deleted after the commit. `summaryEnd` ends the sentence
 * about the removal in the activity feed.
 */
export type RemovalOutcome = { readonly files: string[]; summaryEnd: Phrase | "" };

/**
 * Functions that a feature runs when a member is removed, declared in its `member-removal.ts`. All run in one
 * transaction and record no activity, because the whole removal has one entry in the activity feed.
 */
export type MemberRemoval = {
  /** Checks the options before anything is changed. @throws ApiError 422 if a decision is missing in the options */
  readonly check?: (work: Work, member: Member, options: RemovalOptions) => void;
  readonly remove: (work: Work, memberId: string, options: RemovalOptions, outcome: RemovalOutcome) => void;
  /**
   * Called instead of `remove` if the member stays in the household but can no longer sign in. Deletes everything of
   * the feature that only a member who can sign in may have, such as app passwords.
   */
  readonly endSignIn?: (work: Work, memberId: string) => void;
};
