import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DragTexts } from "../drag/session.ts";

export type Labels = {
  readonly loading: string;
  readonly couldNotLoad: string;
  /** Sentence below an error message: the server is needed to load the data, and does not respond. */
  readonly needsServer: string;
  readonly close: string;
  readonly cancel: string;
  readonly retry: string;
  readonly dismiss: string;
  readonly remove: string;
  readonly none: string;
  readonly notifications: string;
  readonly ownEmoji: string;
  /** Text before the item's name in the label of a drag handle, such as "Move". */
  readonly move: string;
  /** Description that screen readers read at a drag handle. */
  readonly moveHelp: string;
  readonly drag: DragTexts;
};

const LabelsContext = createContext<Labels | null>(null);

export function UiLabels({ labels, children }: { labels: Labels; children: ComponentChildren }) {
  return <LabelsContext value={labels}>{children}</LabelsContext>;
}

/**
 * Returns the labels of the components in this folder.
 * @throws Error if there is no {@link UiLabels} around the component
 */
export function useLabels(): Labels {
  const labels = useContext(LabelsContext);
  if (!labels) throw new Error("Components need <UiLabels> around them");
  return labels;
}
