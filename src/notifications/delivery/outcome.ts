import type { Details, Language, Urgency } from "../notices/notice.ts";

export type NoticeAction = "done" | "snooze";

/** Message that a channel sends for a notice. If it is sent again, its ids are the same. */
export type Message = {
  readonly noticeId: string;
  readonly channelId: string;
  /** Title of at most 120 characters, in one line. */
  readonly title: string;
  readonly body: string;
  /** Path in the app, such as `/notice/…`. */
  readonly path: string;
  /** A newer message replaces an older one with the same tag. */
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
 * - `retry`: a temporary error. `afterMs` is set if the receiver named a time.
 * - `gone`: the receiver does not know the address any more. The channel is deleted.
 * - `refused`: the receiver does not accept this message. Ten in a row turn the channel off.
 * - `down`: the transport itself does not work, for example because of a wrong password. All its deliveries wait.
 * `reason` is for people and contains no secret.
 */
export type Outcome =
  | { readonly kind: "ok"; readonly status: number | null }
  | { readonly kind: "retry"; readonly status: number | null; readonly reason: string; readonly afterMs: number | null }
  | { readonly kind: "gone"; readonly status: number | null; readonly reason: string }
  | { readonly kind: "refused"; readonly status: number | null; readonly reason: string }
  | { readonly kind: "down"; readonly status: number | null; readonly reason: string };

/** Sends messages through one kind of channel. `Config` is the type of `channel.config`. */
export type Adapter<Config = unknown> = {
  /**
   * Returns the target of a channel: the origin of its URL, or `smtp`. Deliveries to the same target share one limit.
   */
  readonly target: (config: Config) => string;
  /** Maximum number of concurrent deliveries to one target. */
  readonly parallel: number;
  /** Sends a message. Never rejects: the outcome describes a failure. */
  readonly send: (config: Config, message: Message, signal: AbortSignal) => Promise<Outcome>;
};
