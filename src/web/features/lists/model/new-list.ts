import { currentText } from "#web/page/text.ts";
import { announceBatch, perform } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import type { Handle } from "#web/sync/outbox.ts";
import { createList, createSection, setList } from "./board-writes.ts";
import { type AnyTemplate, copyList, copyOfTemplate, isReadyMade } from "./copies.ts";
import type { List } from "./source.ts";

export type NewList = Pick<List, "name" | "icon" | "colorKey" | "visibility"> & {
  readonly template: AnyTemplate | null;
  /** Id of an existing section, or the name of a section to create. */
  readonly section: { readonly id: string } | { readonly name: string };
};

/**
 * Creates a list, and its section if needed. One undo reverts all of it. `onSection` is called with the id of a section
 * that was created, even if the list is then refused.
 */
export function makeList(
  { template, section, ...look }: NewList,
  onSection: (id: string) => void = () => {},
): { id: string; handles: readonly Handle<unknown>[] } {
  const id = provisionalId();
  const { name, icon, colorKey, visibility } = look;
  const quiet = { message: null };
  const sectionId = "id" in section ? section.id : provisionalId();
  const around = "id" in section ? [] : [perform(createSection, { id: sectionId, name: section.name }, quiet)];
  for (const { done } of around) done.then(({ answer }) => onSection(answer.id)).catch(() => {});
  const handles: Handle<unknown>[] = [...around];
  if (template) {
    const { original, shown } = copyOfTemplate(template);
    const isSame = icon === template.icon && colorKey === template.colorKey;
    const own = isReadyMade(template) ? { ...shown, icon, colorKey } : shown;
    handles.push(perform(copyList, { id, name, sectionId, visibility, original, shown: own }, quiet));
    if (!isSame && !isReadyMade(template))
      handles.push(perform(setList, { id, name, settings: { icon, colorKey } }, quiet));
  } else handles.push(perform(createList, { id, sectionId, ...look }, quiet));
  announceBatch(handles, currentText().lists.toasts.listAdded(name));
  return { id, handles };
}
