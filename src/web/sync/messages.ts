/** The app registers its toasts here, because `sync` may not import components. */

type Message = {
  readonly message: string;
  readonly tone?: "plain" | "error";
  readonly action?: { readonly label: string; readonly onPress: () => void };
  readonly seconds?: number;
  /** Replaces the former message of the same topic. */
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
