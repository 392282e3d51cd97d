import type { Timers } from "#lib/timers.ts";

/** The parts of a browser that the sync uses. Each tab of a test has its own. */
export type Environment = {
  /** Storage of the browser. Each access may throw, because browsers may forbid storage. */
  readonly storage: {
    readonly databases: () => IDBFactory;
    readonly local: () => Storage;
    readonly session: () => Storage;
  };
  /** Fetches a path of the server. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly socket: (path: string) => WebSocket;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly timers: Timers;
  /** Event target of the window. Other tabs are noticed by its `storage` events. */
  readonly broadcast: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  readonly isVisible: () => boolean;
  readonly reload: () => void;
  readonly messages: Messages;
};

/** Toasts, passed in because the sync may not import components. */
type Messages = {
  show(message: Message): unknown;
  dismissTopics(topics: readonly string[]): void;
  clear(): void;
};

export type Message = {
  readonly message: string;
  readonly tone?: "plain" | "error";
  readonly action?: { readonly label: string; readonly onPress: () => void };
  readonly seconds?: number;
  /** Replaces the previous message of the same topic. */
  readonly topic?: string;
};
