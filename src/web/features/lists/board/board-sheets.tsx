import { useRef } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { provisionalId } from "../../../sync/ids.ts";
import { perform } from "../../../sync/perform.ts";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { SortableList } from "../../../ui/drag/sortable.tsx";
import { FormFooter } from "../../../ui/forms/form.tsx";
import { useDraft } from "../../../ui/forms/use-draft.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { CoverSheet } from "../cover/cover-sheet.tsx";
import { AislesSheet } from "../list/aisles-sheet.tsx";
import { SettingsSheet } from "../list/settings-sheet.tsx";
import { createSection, orderSections, renameSection } from "../model/board-writes.ts";
import type { List, Section } from "../model/source.ts";
import { useSheet } from "../model/use-sheet.ts";
import { NewListSheet } from "./new-list-sheet.tsx";

export function BoardSheets({ sections }: { sections: readonly Section[] }) {
  const {
    value: { sheet, about },
    close,
  } = useSheet();
  const list = sections.flatMap(({ lists }) => lists).find(({ id }) => id === about);
  return (
    <>
      {sheet === "new" && <NewListSheet sections={sections} sectionId={about} onClose={close} />}
      {sheet === "section" && <SectionSheet section={sections.find(({ id }) => id === about)} onClose={close} />}
      {sheet === "arrange" && <ArrangeSheet sections={sections} onClose={close} />}
      {list && <ListSheets list={list} />}
    </>
  );
}

export function ListSheets({ list }: { list: List }) {
  const {
    value: { sheet },
    close,
  } = useSheet();
  return (
    <>
      {sheet === "settings" && <SettingsSheet list={list} onClose={close} />}
      {sheet === "aisles" && <AislesSheet list={list} onClose={close} />}
      {sheet === "cover" && <CoverSheet list={list} onClose={close} />}
    </>
  );
}

function ArrangeSheet({ sections, onClose }: { sections: readonly Section[]; onClose: () => void }) {
  const { lists } = useText();
  const put = (id: string, index: number) => {
    const section = sections.find((each) => each.id === id);
    if (!section) return;
    const others = sections.map((each) => each.id).filter((each) => each !== id);
    perform(orderSections, { ids: others.toSpliced(index, 0, id), moved: id, name: section.name });
  };
  return (
    <Sheet open size="s" title={lists.board.arrange} onClose={onClose}>
      <SortableList items={sections} label={lists.board.sections} className="lists-arrange" onReorder={put}>
        {(section, handle) => (
          <>
            <span>{section.name}</span>
            {handle}
          </>
        )}
      </SortableList>
    </Sheet>
  );
}

function SectionSheet({ section, onClose }: { section: Section | undefined; onClose: () => void }) {
  const { lists, common } = useText();
  const form = useDraft(
    { name: section?.name ?? "" },
    { validate: ({ name }) => ({ name: name.trim() ? null : lists.form.sectionMissing }) },
  );
  const { draft, errors, change } = form;
  const field = useRef<HTMLInputElement>(null);
  const save = async () => {
    if (!form.check()) return;
    const name = draft.name.trim();
    if (name === section?.name) return onClose();
    const saved = await form.submit(() =>
      section
        ? perform(renameSection, { id: section.id, name })
        : perform(createSection, { id: provisionalId(), name }),
    );
    if (saved) onClose();
  };
  return (
    <Sheet
      open
      size="s"
      title={section ? lists.form.renameSection : lists.form.newSection}
      onClose={onClose}
      onSubmit={() => void save()}
      initialFocus={field}
      footer={<FormFooter form={form} onCancel={onClose} save={section ? common.save : common.add} />}
    >
      <TextField
        ref={field}
        label={lists.form.sectionLabel}
        placeholder={lists.form.sectionPlaceholder}
        value={draft.name}
        maxLength={200}
        error={errors.name}
        onChange={(name) => change({ name })}
      />
    </Sheet>
  );
}
