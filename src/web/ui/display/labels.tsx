import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DragTexts } from "../drag/session.ts";

export type Labels = {
  readonly close: string;
  readonly cancel: string;
  readonly retry: string;
  readonly dismiss: string;
  readonly remove: string;
  readonly none: string;
  readonly notifications: string;
  readonly ownEmoji: string;
  /** Precedes the item's name in a drag handle's label: "Move". */
  readonly move: string;
  /** Read out at a drag handle. */
  readonly moveHelp: string;
  readonly drag: DragTexts;
};

const LabelsContext = createContext<Labels | null>(null);

export function UiLabels({ labels, children }: { labels: Labels; children: ComponentChildren }) {
  return <LabelsContext value={labels}>{children}</LabelsContext>;
}

/** @throws Error outside of {@link UiLabels} */
export function useLabels(): Labels {
  const labels = useContext(LabelsContext);
  if (!labels) throw new Error("Components need <UiLabels> around them");
  return labels;
}
