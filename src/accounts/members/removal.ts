import type { Phrase } from "#lib/sentence.ts";
import type { Work } from "#platform/work.ts";
import type { Member } from "./model.ts";

/** Decisions about what the member leaves behind. */
export type RemovalOptions = { readonly reassignTo?: string; readonly personalLists?: "delete" | "share" };

/** Files of pictures to delete after the commit, and the end of the sentence in the feed. Features add to it. */
export type RemovalOutcome = { readonly files: string[]; summaryEnd: Phrase | "" };

/**
 * A feature's part in removing a member, in its `member-removal.ts`. All parts run in one transaction, which is one entry
 * of the feed. They record nothing themselves.
 */
export type MemberRemoval = {
  /** Runs before anything is changed. @throws ApiError 422 if the options lack a decision */
  readonly check?: (work: Work, member: Member, options: RemovalOptions) => void;
  readonly remove: (work: Work, memberId: string, options: RemovalOptions, outcome: RemovalOutcome) => void;
  /** Ends what needs a sign-in, if only that is taken away. */
  readonly endSignIn?: (work: Work, memberId: string) => void;
};
