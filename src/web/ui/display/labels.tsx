import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DragTexts } from "../drag/session.ts";

/** The few words that components say by themselves; the app gives them once, in the household's language. */
export type Labels = {
  readonly close: string;
  readonly cancel: string;
  readonly retry: string;
  readonly dismiss: string;
  readonly remove: string;
  readonly none: string;
  readonly notifications: string;
  readonly ownEmoji: string;
  /** The accessible name of a drag handle, before the item's own name: "Move". */
  readonly move: string;
  /** How to drag by keyboard, read out at the handle. */
  readonly moveHelp: string;
  /** Announced during a drag. */
  readonly drag: DragTexts;
};

const LabelsContext = createContext<Labels | null>(null);

/** Gives {@link Labels} to every component below; once, at the root. */
export function UiLabels({ labels, children }: { labels: Labels; children: ComponentChildren }) {
  return <LabelsContext value={labels}>{children}</LabelsContext>;
}

/** The components' own words. @throws Error outside of {@link UiLabels} */
export function useLabels(): Labels {
  const labels = useContext(LabelsContext);
  if (!labels) throw new Error("Components need <UiLabels> around them");
  return labels;
}
