/** Messages to the person at the screen. The app registers its toasts here, because `sync` knows no components. */

type Message = {
  readonly message: string;
  readonly tone?: "plain" | "error";
  readonly action?: { readonly label: string; readonly onPress: () => void };
  readonly seconds?: number;
  /** A message replaces the former one of its topic. */
  readonly topic?: string;
};

export type Messages = {
  show(message: Message): unknown;
  dismissTopics(topics: readonly string[]): void;
  clear(): void;
};

let registered: Messages = { show: () => {}, dismissTopics: () => {}, clear: () => {} };

export function registerMessages(next: Messages): void {
  registered = next;
}

export function messages(): Messages {
  return registered;
}
