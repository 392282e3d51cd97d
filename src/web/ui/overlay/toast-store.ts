/** A message at the edge of the screen, with one act at most. */
export type Toast = {
  readonly id: number;
  readonly message: string;
  readonly tone: "plain" | "error";
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** How long it stays, at least 8; it waits while it has the pointer or the focus. */
  readonly seconds: number;
  /** A new one with the same topic takes the place of the old one. */
  readonly topic?: string;
};

const most = 3;
const leastSeconds = 8;
let shown: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

/** The toasts of this page. Anyone may show one; `<ToastRegion />` draws them. */
export const toasts = {
  /** Shows one and gives its id; the oldest one goes when there are more than three. */
  show(toast: Pick<Toast, "message" | "action" | "topic"> & Partial<Pick<Toast, "tone" | "seconds">>): number {
    const id = nextId++;
    const seconds = Math.max(toast.seconds ?? leastSeconds, leastSeconds);
    const others = shown.filter(({ topic }) => topic === undefined || topic !== toast.topic);
    change([...others, { tone: "plain", ...toast, seconds, id } satisfies Toast].slice(-most));
    return id;
  },

  /** Takes one away, if it is still there. */
  dismiss(id: number): void {
    if (shown.some((each) => each.id === id)) change(shown.filter((each) => each.id !== id));
  },

  /** Takes those away that are about one of these topics. */
  dismissTopics(topics: readonly string[]): void {
    const left = shown.filter(({ topic }) => topic === undefined || !topics.includes(topic));
    if (left.length < shown.length) change(left);
  },

  /** Takes all away: they are of somebody who is gone. */
  clear(): void {
    if (shown.length > 0) change([]);
  },

  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** What is shown now, oldest first. */
  current(): readonly Toast[] {
    return shown;
  },
};
