/** What goes over a live socket, as JSON: nothing that a name or a list could be guessed from. */
import type { Kind } from "./kinds.ts";

/** From the server. */
export type LiveMessage =
  /** At the opening: what was read at another `revision`, or of another `build`, is to be read again. */
  | { readonly type: "hello"; readonly revision: number; readonly build: string }
  /** After one or several changes. `activityId` is the feed's entry, as the writer heard it; null for several, and for none. */
  | {
      readonly type: "changed";
      readonly revision: number;
      readonly kinds: readonly Kind[];
      readonly activityId: string | null;
    }
  /** The answer to `ping`. */
  | { readonly type: "pong" };

/** All that a client may say: is anybody there? A page sees nothing of the pings of the protocol itself. */
export const ping = "ping";

/** Why the server closes a socket, beside what every server does (RFC 6455 §7.4). */
export const closeCodes = {
  /** The sign-in has ended, the device is revoked or the member removed. */
  signedOut: 4401,
  /** The client said something else than `ping`. */
  notUnderstood: 1008,
} as const;
