import type { TargetedSubmitEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useAsMember } from "#web/people/actor.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Plus } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { addBlock } from "../../lists/model/block-writes.ts";
import { boardSource, type ListSummary } from "../../lists/model/source.ts";
import { keepDraft, keptDraft, useKeptDraft } from "../model/kept-draft.ts";
import type { FormProps } from "./add-sheet.tsx";

const longest = 2_000;

function variablesOf(listId: string, content: string) {
  return { id: provisionalId(), listId, type: "task", content: content.trim(), place: {} } as const;
}

/** Form to add an item to a list. If a list is open on the tablet, that list is chosen at first. */
export function ItemForm({ member, draft: kept, onClose }: FormProps<"item">) {
  const { lists: text, wall, common } = useText();
  const [path] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const lists = useSource(boardSource, {}).data?.sections.flatMap((section) => section.lists) ?? [];
  const shown = lists.find(({ id }) => path === addressOf({ type: "list", id })) ?? lists[0];
  const form = useDraft<{ listId: string | null; content: string }>(
    { listId: kept?.listId ?? null, content: kept?.content ?? "" },
    {
      validate: ({ content }) => ({
        content: content.trim() ? null : wall.add.noText,
        listId: shown ? null : wall.noLists,
      }),
    },
  );
  const { draft, errors, change } = form;
  const list = lists.find(({ id }) => id === draft.listId) ?? shown;
  useKeptDraft({ kind: "item", listId: list?.id ?? "", content: draft.content });
  const close = () => {
    keepDraft(null);
    onClose();
  };
  const save = async () => {
    if (!form.check() || !list) return;
    const options = { message: wall.add.added(draft.content.trim()) };
    if (await form.submit(() => perform(addBlock, variablesOf(list.id, draft.content), options))) close();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.list.add}
      sub={wall.add.as(member.name)}
      onSubmit={() => void save()}
      initialFocus={field}
      footer={<FormFooter form={form} onCancel={close} save={common.add} />}
    >
      <TextField
        ref={field}
        label={wall.add.item}
        value={draft.content}
        maxLength={longest}
        onChange={(content) => change({ content })}
        error={errors.content}
        enterkeyhint="done"
      />
      <Select
        label={wall.add.list}
        value={list?.id ?? ""}
        options={lists.map(({ id, icon, name }) => ({ value: id, label: `${icon} ${name}` }))}
        onChange={(listId) => change({ listId })}
        error={errors.listId}
      />
    </Sheet>
  );
}

/** Field to add an item to the shown list. If the server refuses the item, its text is put back into the field. */
export function AddField({ list }: { list: ListSummary }) {
  const { lists: text, wall } = useText();
  const asMember = useAsMember();
  const field = useRef<HTMLInputElement>(null);
  const [content, setContent] = useState(() => {
    const kept = keptDraft();
    return kept?.kind === "item" && kept.listId === list.id ? kept.content : "";
  });
  useKeptDraft({ kind: "item", listId: list.id, content });
  const add = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    field.current?.focus();
    const wanted = content.trim();
    if (wanted === "") return;
    asMember(null, () => {
      const { done } = perform(addBlock, variablesOf(list.id, wanted), { message: wall.add.added(wanted) });
      setContent("");
      done.catch(() => {
        // The wall may show another screen by now.
        if (!keptDraft()) keepDraft({ kind: "item", listId: list.id, content: wanted });
        setContent((typed) => typed || wanted);
      });
    });
  };
  return (
    <form className="wall-add-field" onSubmit={add}>
      <TextField
        ref={field}
        label={text.list.add}
        hideLabel
        placeholder={text.list.addPlaceholder}
        enterkeyhint="done"
        maxLength={longest}
        value={content}
        onChange={setContent}
      />
      <Button type="submit" variant="primary" icon={<Plus />}>
        {text.list.addButton}
      </Button>
    </form>
  );
}
