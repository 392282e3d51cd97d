/** Messages of the live channel. They reveal no names and no list ids. */
import type { Kind } from "./kinds.ts";

export type LiveMessage =
  /** First message of a connection. `epoch` changes with each start of the server. */
  | { readonly type: "hello"; readonly revision: number; readonly build: string; readonly epoch: string }
  /** Message after changes. `activityId` is set only if there is exactly one change and everybody may see it. */
  | {
      readonly type: "changed";
      readonly revision: number;
      readonly kinds: readonly Kind[];
      readonly activityId: string | null;
      /** Id of the entry that this change undid. */
      readonly undoes?: string;
    }
  /** Tells a member that their notices changed, or a shared tablet that notices of the household changed. */
  | { readonly type: "notice" }
  | { readonly type: "pong" };

/** Text that pages send to get a `pong`, because a page cannot see the pings of the WebSocket protocol. */
export const ping = "ping";

/** Close codes of sockets: private ones and those of RFC 6455 §7.4. */
export const closeCodes = {
  signedOut: 4401,
  notUnderstood: 1008,
} as const;
