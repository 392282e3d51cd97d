/** What is being written on a list, and what keys and hands do to its rows. */
import { type Dispatch, type StateUpdater, useMemo, useRef, useState } from "preact/hooks";
import { currentText } from "../../../i18n/catalogue.ts";
import { announce } from "../../../ui/drag/session.ts";
import * as acts from "../model/acts.ts";
import { keyOf } from "../model/keys.ts";
import { hasLines, pastedItems } from "../model/paste.ts";
import { indented, levelIn, outdented, rowOf, stepped, type Target } from "../model/placing.ts";
import { type Row, rowsOf } from "../model/rows.ts";
import type { Block, List, Subtask } from "../model/source.ts";
import type { Place } from "../model/tree.ts";

/** The row that is being written in: a block's, or one that is not there yet, behind `after`. */
export type Editing =
  | { readonly kind: "block"; readonly key: string }
  | ({ readonly kind: "draft"; readonly key: string; readonly text: string } & Behind);

/** Where something new comes: right behind a row; under `parentId`, at its end where that is the row itself. */
export type Behind = { readonly after: string; readonly parentId: string | null };

/** What rows can do; the same object for the life of the list, so that no row is drawn anew for it. */
export type ItemActs = ReturnType<typeof actsOn>;

type Live = { list: List; shown: readonly Block[]; hidesDone: boolean };

/** The state of writing on a list, and its acts. */
export function useItems(live: Live, openItem: (id: string) => void) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const now = useRef({ ...live, openItem });
  now.current = { ...live, openItem };
  const itemActs = useMemo(() => actsOn(now, setEditing), []);
  return { editing, acts: itemActs };
}

function actsOn(
  now: { readonly current: Live & { openItem: (id: string) => void } },
  setEditing: Dispatch<StateUpdater<Editing | null>>,
) {
  const edit = (id: string) => setEditing({ kind: "block", key: keyOf(id) });
  const draft = ({ after, parentId }: Behind, text = "") =>
    setEditing({ kind: "draft", key: `draft ${keyOf(after)} ${parentId ?? ""}`, after, parentId, text });
  const place = ({ after, parentId }: Behind): Place => ({
    ...(parentId === null ? {} : { parentId }),
    ...(after === parentId ? {} : { afterBlockId: after }),
  });
  const rowFor = (block: Subtask) => rowOf(now.current.shown, block.id);
  const putAt = (row: Row, to: Target, content?: string) => acts.put(now.current.list, row, to, content);

  return {
    edit,
    /** Stops writing in a row, if that is where somebody writes. */
    leave: (key: string) => setEditing((editing) => (editing?.key === key ? null : editing)),
    tick: (block: Subtask, done: boolean) => acts.tick(now.current.list, block, done, now.current.hidesDone),
    rewrite: (block: Subtask, text: string, was: string) => acts.rewrite(now.current.list, block, text, was),
    openItem: (block: Subtask) => now.current.openItem(block.id),
    /** Begins the next one, behind this one and at its level. */
    next: (block: Subtask) => draft({ after: block.id, parentId: block.parentId }),
    /** Adds what was written in a draft. `goesOn` begins the next; where nothing was written, that ends it. */
    addDraft(behind: Behind, text: string, goesOn: boolean): void {
      const content = text.trim();
      const id = content ? acts.add(now.current.list, "task", content, place(behind)) : null;
      if (goesOn) id ? draft({ after: id, parentId: behind.parentId }) : setEditing(null);
    },
    /** Takes several pasted lines behind a row. False where it is one line: that is the field's own. */
    paste(behind: Behind, text: string): boolean {
      if (!hasLines(text)) return false;
      // Under a task there can only be tasks.
      const items = pastedItems(text).filter(({ type }) => behind.parentId === null || type === "task");
      const last = acts.addPasted(now.current.list, items, place(behind));
      if (last) draft({ after: last, parentId: behind.parentId });
      return true;
    },
    /** To the row above or below; false where there is none. */
    go(block: Subtask, by: -1 | 1): boolean {
      const rows = rowsOf(now.current.shown).filter((row) => row.block.type !== "divider");
      const to = rows[rows.findIndex((row) => row.block.id === block.id) + by];
      if (to) edit(to.block.id);
      return to !== undefined;
    },
    /** Deletes an empty one and goes up. */
    removeEmpty(block: Subtask): void {
      if (!this.go(block, -1)) setEditing(null);
      acts.remove(now.current.list, block);
    },
    /** One place up or down; says where it is then. */
    step(block: Subtask, by: -1 | 1): void {
      const row = rowFor(block);
      const to = row && stepped(now.current.shown, row, by);
      if (!row || !to) return;
      const level = levelIn(now.current.shown, row.parentId);
      putAt(row, to);
      const place = level.indexOf(block.id) + 1 + by;
      announce(currentText().lists.item.placed(acts.nameOf(block), place, level.length));
    },
    /** In under the task above, or out of it; true where that could be done. `content` is what is being written. */
    nest(block: Subtask, by: -1 | 1, content: string): boolean {
      const row = rowFor(block);
      const to = row && (by === 1 ? indented(now.current.shown, row) : outdented(row));
      const id = row && to && putAt(row, to, content);
      if (id) edit(id);
      return Boolean(id);
    },
    /** A draft in under the task that it is behind, or out of it, with what is written in it so far. */
    nestDraft({ after, parentId }: Behind, by: -1 | 1, text: string): boolean {
      const row = rowOf(now.current.shown, after);
      if (by === -1 && parentId !== null) draft({ after: parentId, parentId: null }, text);
      else if (by === 1 && parentId === null && row?.block.type === "task") draft({ after, parentId: after }, text);
      else return false;
      return true;
    },
    /** Drops a dragged row. Returns its id, which is a new one at another level. */
    drop: (row: Row, to: Target) => putAt(row, to),
  };
}

/** Gives the focus to the text of a row, once it is drawn. */
export function focusRow(key: string): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] .lists-edit`)?.focus();
  });
}
