export type Toast = {
  readonly id: number;
  readonly message: string;
  readonly tone: "plain" | "error";
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** Seconds until the toast disappears, at least 8. They pause while the toast has the pointer or the focus. */
  readonly seconds: number;
  /** Key by which `dismissTopics` removes the toast. */
  readonly topic?: string;
};

const leastSeconds = 8;
let shown: Toast | null = null;
/** Time until which only another error may replace a shown error. */
let keptUntil = 0;
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: Toast | null) {
  shown = next;
  for (const listener of listeners) listener();
}

/** Whether an error is shown that the user may not have read yet. */
function isKept(): boolean {
  return shown?.tone === "error" && Date.now() < keptUntil;
}

/** Toasts of the page; one is shown at a time. */
export const toasts = {
  /**
   * Shows a toast in place of the shown one, and returns its id. A change can still be undone in the activity feed. An
   * error stays for 8 seconds: until then, a plain toast is dropped.
   */
  show(toast: Pick<Toast, "message" | "action" | "topic"> & Partial<Pick<Toast, "tone" | "seconds">>): number {
    const id = nextId++;
    const next: Toast = {
      tone: "plain",
      ...toast,
      seconds: Math.max(toast.seconds ?? leastSeconds, leastSeconds),
      id,
    };
    if (next.tone === "plain" && isKept()) return id;
    keptUntil = Date.now() + leastSeconds * 1000;
    change(next);
    return id;
  },

  dismiss(id: number): void {
    if (shown?.id === id) change(null);
  },

  dismissTopics(topics: readonly string[]): void {
    if (shown?.topic !== undefined && topics.includes(shown.topic)) change(null);
  },

  /** Dismisses the toast, because a dialog opens over the page. Keeps an error for its first 8 seconds. */
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
