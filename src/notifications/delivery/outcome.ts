import type { NoticeAction } from "../notices/model.ts";
import type { Details, Language, Urgency } from "../notices/notice.ts";

/** Message that a channel sends for a notice. A message that is sent again has the same ids. */
export type Message = {
  readonly noticeId: string;
  readonly channelId: string;
  /** Title of at most 120 characters, in one line. */
  readonly title: string;
  readonly body: string;
  /** Path in the app, such as `/notice/…`. */
  readonly path: string;
  /** Tag of the message. A message replaces an older one that has the same tag. */
  readonly tag: string;
  readonly language: Language;
  readonly details: Details;
  readonly urgency: Urgency;
  readonly expiresAt: Date;
  /** Token that allows its holder to act on this notice and nothing else, for some days. */
  readonly token: string;
  readonly actions: readonly { readonly action: NoticeAction; readonly title: string }[];
  /** Number of the member's unread notices, which the app's icon shows. Null leaves the icon unchanged. */
  readonly unread: number | null;
};

/**
 * Outcome of an attempt to send a message:
 * - `retry`: a temporary error. `afterMs` is the delay that the receiving service asks for, or null.
 * - `gone`: the receiving service does not know the channel's address any more. The channel is deleted.
 * - `refused`: the receiving service does not accept this message. Ten refusals in a row turn the channel off.
 * - `down`: the service cannot be used at all, for example because of a wrong password. All deliveries to it wait.
 * `reason` is a text for people and contains no secret.
 */
export type Outcome = { readonly status: number | null } & (
  | { readonly kind: "ok" }
  | { readonly kind: "retry"; readonly reason: string; readonly afterMs: number | null }
  | { readonly kind: "gone"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "down"; readonly reason: string }
);

type Ended = { readonly status?: number | null; readonly afterMs?: number | null };

/** Returns the outcome of an attempt that failed. `status` is the status that the receiving service answered. */
export const refused = (reason: string, { status = null }: Ended = {}): Outcome => ({
  kind: "refused",
  status,
  reason,
});
export const down = (reason: string, { status = null }: Ended = {}): Outcome => ({ kind: "down", status, reason });
export const retry = (reason: string, { status = null, afterMs = null }: Ended = {}): Outcome => ({
  kind: "retry",
  status,
  reason,
  afterMs,
});

/** Sends messages through one kind of channel. `Config` is the type of `channel.config`. */
export type Adapter<Config = unknown> = {
  /** Returns the origin of the channel's URL, or `smtp`. Deliveries to the same service share one limit. */
  readonly target: (config: Config) => string;
  /** Sends a message. Never rejects: the outcome describes a failure. */
  readonly send: (config: Config, message: Message, signal: AbortSignal) => Promise<Outcome>;
};
