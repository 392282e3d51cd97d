import type { Timers } from "#lib/timers.ts";

/** The parts of a browser that the sync uses. Each tab of a test has its own. */
export type Environment = {
  /** Browsers may forbid storage, so each access may throw. */
  readonly storage: {
    readonly databases: () => IDBFactory;
    readonly local: () => Storage;
    readonly session: () => Storage;
  };
  /** Gets a path of the server. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly socket: (path: string) => WebSocket;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly timers: Timers;
  /** The events of a window. Other tabs report by `storage`. */
  readonly broadcast: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  readonly isVisible: () => boolean;
  readonly reload: () => void;
  readonly messages: Messages;
};

/** The toasts, because the sync may not import components. */
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
  /** Replaces the former message of the same topic. */
  readonly topic?: string;
};
