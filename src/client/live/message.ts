/** Messages of the live channel. They reveal no names, and no ids of lists that the member cannot see. */
import type { Kind } from "./kinds.ts";

export type LiveMessage =
  /** First message of a connection. `epoch` has another value after each start of the server. */
  | { readonly type: "hello"; readonly revision: number; readonly build: string; readonly epoch: string }
  /** Sent after changes. `activityId` is null for several changes, or if not everybody may see the change. */
  | {
      readonly type: "changed";
      readonly revision: number;
      readonly kinds: readonly Kind[];
      /**
       * Ids of the lists whose data of the kinds `list` and `block` changed. Omitted if any list may have changed, or if
       * none did.
       */
      readonly lists?: readonly string[];
      readonly activityId: string | null;
      /** Id of the entry that this change undid. */
      readonly undoes?: string;
    }
  /** Sent to a member for the member's own notices, and to a shared tablet for the notices of all members. */
  | { readonly type: "notice" }
  | { readonly type: "pong" };

/** Text that pages send to get a `pong`, because a page cannot see the pings of the WebSocket protocol. */
export const ping = "ping";

/** Close codes of sockets. 4401 is a code of our own; 1008 is from RFC 6455 §7.4. */
export const closeCodes = {
  signedOut: 4401,
  notUnderstood: 1008,
} as const;
