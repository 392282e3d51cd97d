export type Toast = {
  readonly id: number;
  readonly message: string;
  readonly tone: "plain" | "error";
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** At least 8. Paused while the toast has the pointer or the focus. */
  readonly seconds: number;
  /** Replaces the former toast of the same topic. */
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

export const toasts = {
  /** Returns the id. Drops the oldest of more than three. */
  show(toast: Pick<Toast, "message" | "action" | "topic"> & Partial<Pick<Toast, "tone" | "seconds">>): number {
    const id = nextId++;
    const seconds = Math.max(toast.seconds ?? leastSeconds, leastSeconds);
    const others = shown.filter(({ topic }) => topic === undefined || topic !== toast.topic);
    change([...others, { tone: "plain", ...toast, seconds, id } satisfies Toast].slice(-most));
    return id;
  },

  dismiss(id: number): void {
    if (shown.some((each) => each.id === id)) change(shown.filter((each) => each.id !== id));
  },

  dismissTopics(topics: readonly string[]): void {
    const left = shown.filter(({ topic }) => topic === undefined || !topics.includes(topic));
    if (left.length < shown.length) change(left);
  },

  clear(): void {
    if (shown.length > 0) change([]);
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Oldest first. */
  current(): readonly Toast[] {
    return shown;
  },
};
