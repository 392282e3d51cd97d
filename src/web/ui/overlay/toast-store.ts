import { createContext } from "preact";
import { useContext } from "preact/hooks";

export type Toast = {
  readonly id: number;
  readonly message: string;
  readonly tone: "plain" | "error";
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /**
   * Time in seconds after which the toast disappears, at least 8. The time stops while the toast has the pointer or the
   * focus.
   */
  readonly seconds: number;
  /**
   * Key of the toast, such as the id of the write that the toast can undo. `dismissTopics` removes the toast with this
   * key.
   */
  readonly topic?: string;
};

const minSeconds = 8;

export type Toasts = ReturnType<typeof createToasts>;

/** Creates the toasts of a page. One is shown at a time. `now` returns the time in milliseconds since 1970. */
export function createToasts(now: () => number) {
  let shown: Toast | null = null;
  /** Time in milliseconds since 1970. Until this time, a plain toast does not replace the current error. */
  let keptUntil = 0;
  let nextId = 1;
  const listeners = new Set<() => void>();

  const change = (next: Toast | null): void => {
    shown = next;
    for (const listener of listeners) listener();
  };
  /** Whether the current toast is an error from the last 8 seconds. The user may not have read such an error yet. */
  const isKept = (): boolean => shown?.tone === "error" && now() < keptUntil;

  return {
    /**
     * Shows a toast in place of the current toast, and returns the id of the new toast. If the current toast is an
     * error from the last 8 seconds, a plain toast is not shown, because the user may not have read the error. If the
     * plain toast offers to undo a change, the user can still undo this change in the activity feed.
     */
    show(toast: Pick<Toast, "message" | "action" | "topic"> & Partial<Pick<Toast, "tone" | "seconds">>): number {
      const id = nextId++;
      const next: Toast = {
        tone: "plain",
        ...toast,
        seconds: Math.max(toast.seconds ?? minSeconds, minSeconds),
        id,
      };
      if (next.tone === "plain" && isKept()) return id;
      keptUntil = now() + minSeconds * 1000;
      change(next);
      return id;
    },

    dismiss(id: number): void {
      if (shown?.id === id) change(null);
    },

    dismissTopics(topics: readonly string[]): void {
      if (shown?.topic !== undefined && topics.includes(shown.topic)) change(null);
    },

    /** Removes the toast when a dialog opens over the page, unless the toast is an error from the last 8 seconds. */
    dismissRead(): void {
      if (shown && !isKept()) change(null);
    },

    clear(): void {
      if (shown) change(null);
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    current(): Toast | null {
      return shown;
    },
  };
}

export const ToastsContext = createContext<Toasts | null>(null);

/**
 * Returns the toasts of the page.
 * @throws Error if there is no {@link ToastsContext} around the component
 */
export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error("The component needs the toasts of a page");
  return toasts;
}
