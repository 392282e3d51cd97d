/** Messages of the live channel. They reveal no names and no list ids. */
import type { Kind } from "./kinds.ts";

export type LiveMessage =
  /** Sent first. `epoch` is that of the server's start. */
  | { readonly type: "hello"; readonly revision: number; readonly build: string; readonly epoch: string }
  /** Sent after changes. `activityId` is null unless it is one entry that everybody sees. */
  | {
      readonly type: "changed";
      readonly revision: number;
      readonly kinds: readonly Kind[];
      readonly activityId: string | null;
      /** The entry that this one undid. */
      readonly undoes?: string;
    }
  /** Sent if the listener's own notices changed, and to a tablet if the household's shared ones did. */
  | { readonly type: "notice" }
  | { readonly type: "pong" };

/** Text with which pages ask for a `pong`, because they cannot see pings of the protocol. */
export const ping = "ping";

/** Close codes: private ones and those of RFC 6455 §7.4. */
export const closeCodes = {
  signedOut: 4401,
  notUnderstood: 1008,
} as const;
