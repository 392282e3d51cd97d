import type { Sentence } from "#web/features/activity/source.ts";

/**
 * Translations of the server's English sentences in the activity feed. English needs no translation, so the value is
 * null here. In other languages, the keys are the English sentences.
 */
export const sentences = null as Readonly<Record<string, string>> | null;

export const activity = {
  title: "Activity",
  sub: "Who changed what, and how to take it back",
  all: "Everybody",
  agentsOnly: "Agents only",
  older: "Show older",
  end: "That is where it all began.",
  emptyTitle: "Nothing has happened yet",
  empty: "Whatever anybody adds, changes or ticks shows up here, people and agents alike.",
  noAgentsTitle: "No agent has done anything here",
  noAgents: "What an agent does with a key of yours is marked with a sparkle, and can be taken back.",
  toIntegrations: "Connect an agent",
  system: "Inglenook",
  calendarSync: "Calendar sync",
  key: (key: string) => `with the key “${key}”`,
  /** Changes a sentence of the activity feed so that it can follow the name of the actor. English needs no change. */
  worded: (sentence: string) => sentence,
  /**
   * Returns the sentence about a change. The app shows the name of the actor before this sentence. Also works for
   * entries that an older version of the server wrote.
   */
  sentence: ({ summary }: Sentence) => summary,
  open: "Open",
  undo: "Undo",
  isUndone: "taken back",
  undoOf: (sentence: string) => `Undo: ${sentence}`,
  more: (sentence: string) => `More for: ${sentence}`,
  revoke: "Revoke this key",
  revokeTitle: (key: string) => `Revoke “${key}”?`,
  revokeHint:
    "Whoever uses it can do nothing more here from the next moment on. What it has done stays. This can’t be undone.",
  revoked: (key: string) => `Revoked “${key}”`,
};
