import type { Details, Language, Urgency } from "../notices/notice.ts";

export type NoticeAction = "done" | "snooze";

/** A notice as a channel sends it. A repetition has the same ids. */
export type Message = {
  readonly noticeId: string;
  readonly channelId: string;
  /** At most 120 characters, one line. */
  readonly title: string;
  readonly body: string;
  /** Without the origin: `/notice/…`. */
  readonly path: string;
  /** A newer message with the tag replaces an older one. */
  readonly tag: string;
  readonly language: Language;
  readonly details: Details;
  readonly urgency: Urgency;
  readonly expiresAt: Date;
  /** The holder may act on this notice and nothing else, for some days. */
  readonly token: string;
  readonly actions: readonly { readonly action: NoticeAction; readonly title: string }[];
  /** Unread notices of the member; null leaves the number on the app's icon. */
  readonly unread: number | null;
};

/**
 * - `retry`: a passing fault; `afterMs` if the receiver named a time.
 * - `gone`: the receiver does not know the address any more; the channel is deleted.
 * - `refused`: it will not take this message; ten in a row turn the channel off.
 * - `down`: the transport itself is broken, such as by a wrong password; all its deliveries wait.
 * `reason` is for people and holds no secret.
 */
export type Outcome =
  | { readonly kind: "ok"; readonly status: number | null }
  | { readonly kind: "retry"; readonly status: number | null; readonly reason: string; readonly afterMs: number | null }
  | { readonly kind: "gone"; readonly status: number | null; readonly reason: string }
  | { readonly kind: "refused"; readonly status: number | null; readonly reason: string }
  | { readonly kind: "down"; readonly status: number | null; readonly reason: string };

/** One kind of channel. `Config` is what `channel.config` holds. */
export type Adapter<Config = unknown> = {
  /** Bounds how many are sent there at once: an origin, or `smtp`. */
  readonly target: (config: Config) => string;
  /** At most this many at once to one target. */
  readonly parallel: number;
  /** Never rejects. */
  readonly send: (config: Config, message: Message, signal: AbortSignal) => Promise<Outcome>;
};
