/**
 * Keeps the text that somebody has typed into a form of a tablet on the wall, until the user adds the text or cancels
 * the form. Without this module, the text would be lost after two minutes without a touch, when the tablet returns to
 * Today. The text is in the browser's storage, and not only in memory, because the tablet reloads the page after an
 * upgrade of the app.
 */

import { useEffect, useRef } from "preact/hooks";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import type { Corrections } from "../../add/model/draft.ts";
import type { Draft } from "../../calendar/model/draft.ts";
import { draftPreference } from "./paired.ts";

export type KeptDraft =
  | { readonly kind: "event"; readonly draft: Draft }
  | {
      readonly kind: "task";
      readonly text: string;
      /** Corrections of what was read, and words that stay text. Earlier versions of the app did not store them. */
      readonly corrections?: Corrections;
      readonly plain?: readonly string[];
    }
  | { readonly kind: "item"; readonly listId: string; readonly content: string };

type Kept = { readonly at: number; readonly draft: KeptDraft };

const longestMs = 24 * 60 * 60_000;

export function keptDraft(): KeptDraft | null {
  try {
    const { at, draft }: Kept = JSON.parse(getPreference(draftPreference) ?? "");
    return Date.now() - at < longestMs ? draft : null;
  } catch {
    return null;
  }
}

export function keepDraft(draft: KeptDraft | null): void {
  setPreference(draftPreference, draft && JSON.stringify({ at: Date.now(), draft } satisfies Kept));
}

/** Stores the draft of a form. A form without text does not overwrite the stored draft of another form. */
export function useKeptDraft(draft: KeptDraft): void {
  const was = useRef("");
  const text = JSON.stringify(draft);
  const isTyped = nameOf(draft) !== "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for `draft`
  useEffect(() => {
    if (isTyped) keepDraft(draft);
    else if (was.current !== "") keepDraft(null);
    was.current = isTyped ? text : "";
  }, [text, isTyped]);
}

/** Returns the text that was typed into a draft. Empty if nothing was typed. */
export function nameOf(draft: KeptDraft): string {
  if (draft.kind === "event") return draft.draft.title.trim();
  return (draft.kind === "task" ? draft.text : draft.content).trim();
}
