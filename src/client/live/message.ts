/** Messages reveal no names and no list ids. */
import type { Kind } from "./kinds.ts";

export type LiveMessage =
  /** `epoch`: of the server's start. */
  | { readonly type: "hello"; readonly revision: number; readonly build: string; readonly epoch: string }
  /** Null unless it is one entry that everybody sees. */
  | {
      readonly type: "changed";
      readonly revision: number;
      readonly kinds: readonly Kind[];
      readonly activityId: string | null;
      /** The entry that this one undid. */
      readonly undoes?: string;
    }
  /** The listener's own notices changed; to a tablet: the household's shared ones. */
  | { readonly type: "notice" }
  | { readonly type: "pong" };

/** Pages cannot see protocol pings. */
export const ping = "ping";

/** Private codes beside those of RFC 6455 §7.4. */
export const closeCodes = {
  signedOut: 4401,
  notUnderstood: 1008,
} as const;
