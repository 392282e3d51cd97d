/** Copies of lists, and new lists from templates. */

import { cachedData } from "#web/page/sync.ts";
import { currentText } from "#web/page/text.ts";
import { perform } from "#web/page/undo.ts";
import { read, type Sent, send } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { fetched, on, source } from "#web/sync/source.ts";
import { type SetRealId, write } from "#web/sync/write.ts";
import { blank, onNewList, thisList, unsaved } from "./board-writes.ts";
import type { ReadyMade } from "./ready-made.ts";
import { type Block, type List, type ListSummary, listSource, type Subtask } from "./source.ts";
import { unsavedBlock } from "./tree.ts";

/**
 * Templates of lists. Changes of lists also make this source stale, because the live channel reports changes of
 * personal templates as changes of lists.
 */
export const templatesSource = source("lists.templates", ["list_template", "list"], (_, api) =>
  read(api.app["list-templates"].get()),
);

export type Template = Awaited<ReturnType<typeof templatesSource.fetch>>["templates"][number];

export type AnyTemplate = Template | ReadyMade;

export function isReadyMade(template: AnyTemplate): template is ReadyMade {
  return !("createdAt" in template);
}

type Look = Pick<List, "icon" | "colorKey" | "cover">;

/** A ready-made template is in the app, so the new list gets the blocks of `shown`. */
type Original = { templateId: string } | { copyOf: string } | { readyMade: true };

type Copied = Pick<List, "id" | "name" | "sectionId" | "visibility"> & {
  original: Original;
  /** Copy with provisional ids, shown until the server responds. */
  shown: Look & Pick<List, "hideDone" | "blocks">;
};

/**
 * Creates a list as a copy of another list or of a template. The copy gets the items that the original has when the
 * request reaches the server.
 */
export const copyList = write({
  name: "lists.copy",
  invalidates: ["list", "block"],
  lists: thisList,
  send: async ({ name, sectionId, visibility, original, shown }: Copied, headers, api, setRealId) => {
    const list = { name, sectionId, visibility };
    const sent =
      "readyMade" in original
        ? await sendReadyMade(list, shown, headers, api)
        : await send(api.app.lists.post({ ...list, ...original }, { headers }));
    recordIds(shown.blocks, sent.answer.blocks, setRealId);
    return sent;
  },
  label: ({ name }) => name,
  effects: ({ id, name, sectionId, visibility, shown }) =>
    onNewList({ ...unsaved, ...blank, id, name, sectionId, visibility, ...shown }),
  fetched: (list: List) => [fetched(listSource, { id: list.id }, list)],
  createdId: (list: List) => list.id,
  successMessage: ({ lists }, { name }) => lists.toasts.listAdded(name),
});

async function sendReadyMade(
  list: Pick<List, "name" | "sectionId" | "visibility">,
  { icon, colorKey, blocks }: Copied["shown"],
  headers: Record<string, string>,
  api: Operations,
): Promise<Sent<List>> {
  const operations = blocks.map(({ type, content }) => ({ op: "create" as const, type, content }));
  const body = { ...list, icon, colorKey, operations };
  const { answer, activityId } = await send(api.v1.lists.details.post(body, { headers }));
  return { answer: await read(api.v1.lists({ id: answer.id }).get()), activityId };
}

/**
 * Records the server's id of each block in the copy, because later changes may still name the blocks by their
 * provisional ids. A block of the app and a block of the server are matched if they have the same type and text. The
 * order of the blocks does not count, because other people may have reordered the copied list.
 */
function recordIds(
  ours: readonly (Block | Subtask)[],
  theirs: readonly (Block | Subtask)[],
  setRealId: SetRealId,
): void {
  const left = [...theirs];
  for (const own of ours) {
    const at = left.findIndex(({ type, content }) => type === own.type && content === own.content);
    const [match] = at < 0 ? [] : left.splice(at, 1);
    if (!match) continue;
    setRealId(own.id, match.id);
    if ("subtasks" in own && "subtasks" in match) recordIds(own.subtasks, match.subtasks, setRealId);
  }
}

type Item = Pick<Subtask, "type" | "content" | "memberId">;

function openBlock({ type, content, memberId }: Item, subtasks: readonly Item[]): Block {
  const block = { ...unsavedBlock(provisionalId(), type, content), memberId };
  const under = subtasks.map((each) => {
    const { subtasks: _, ...subtask } = openBlock(each, []);
    return { ...subtask, parentId: block.id };
  });
  return { ...block, subtasks: under };
}

/**
 * Returns the cached blocks of a list that the user copies or saves as a template. Until the server responds, the app
 * shows these blocks in the copy or template. If the list is not in the cache, the copy or template looks empty during
 * this time. The server copies all blocks in any case.
 */
function knownBlocks({ id }: ListSummary): readonly Block[] {
  return cachedData(listSource, { id })?.blocks ?? [];
}

/** Copies a list and returns the provisional id of the copy. */
export function duplicate(list: ListSummary): string {
  const { icon, colorKey, cover, hideDone, sectionId, visibility } = list;
  const id = provisionalId();
  const name = currentText().lists.copy.nameOf(list.name);
  const blocks = knownBlocks(list).map((block) => openBlock(block, block.subtasks));
  const shown = { icon, colorKey, cover, hideDone, blocks };
  perform(copyList, { id, name: shortened(name), sectionId, visibility, original: { copyOf: list.id }, shown });
  return id;
}

/** Shortens a name to the server's limit of 200 code points. */
function shortened(name: string): string {
  return [...name].slice(0, 200).join("");
}

export function copyOfTemplate(template: AnyTemplate): Pick<Copied, "original" | "shown"> {
  const { id, icon, colorKey, items } = template;
  const blocks = items.map((item) =>
    openBlock(
      item,
      item.subtasks.map((each) => ({ ...each, type: "task" })),
    ),
  );
  const [original, { cover }] = isReadyMade(template)
    ? [{ readyMade: true } as const, blank]
    : [{ templateId: id }, template];
  return { original, shown: { icon, colorKey, cover, hideDone: false, blocks } };
}

type Saved = { id: string; listId: string; name: string; shown: Look & Pick<Template, "visibility" | "items"> };

export const saveTemplate = write({
  name: "lists.template.save",
  invalidates: ["list_template"],
  send: ({ listId, name }: Saved, headers, api) => send(api.app["list-templates"].post({ listId, name }, { headers })),
  label: ({ name }) => name,
  effects: ({ id, name, shown }) => [
    on(templatesSource, ({ templates }) => ({
      templates: templates.some((each) => each.id === id)
        ? templates
        : [...templates, { ...unsaved, id, name, ...shown }],
    })),
  ],
  createdId: (template: { id: string }) => template.id,
  successMessage: ({ lists }, { name }) => lists.copy.saved(name),
  errorMessage: ({ lists }, _, { code }) => (code === "limit_reached" ? lists.copy.full : null),
});

export function saveAsTemplate(list: ListSummary): void {
  const { id: listId, name, icon, colorKey, cover, visibility } = list;
  const items = knownBlocks(list).map(({ type, content, memberId, subtasks }) => ({
    type,
    content,
    memberId,
    subtasks: subtasks.map((each) => ({ content: each.content, memberId: each.memberId })),
  }));
  perform(saveTemplate, { id: provisionalId(), listId, name, shown: { icon, colorKey, cover, visibility, items } });
}

export const deleteTemplate = write({
  name: "lists.template.delete",
  invalidates: ["list_template"],
  send: ({ id }: { id: string; name: string }, headers, api) =>
    send(api.app["list-templates"]({ id }).delete(undefined, { headers })),
  label: ({ name }) => name,
  effects: ({ id }) => [
    on(templatesSource, ({ templates }) => ({ templates: templates.filter((each) => each.id !== id) })),
  ],
  successMessage: ({ lists }, { name }) => lists.copy.deleted(name),
  treat404AsDone: true,
});
