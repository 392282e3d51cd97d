import { useRef } from "preact/hooks";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, store, useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { SortableList } from "#web/ui/drag/sortable.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { CoverSheet } from "../cover/cover-sheet.tsx";
import { AislesSheet } from "../list/aisles-sheet.tsx";
import { SettingsSheet } from "../list/settings-sheet.tsx";
import { createSection, orderSections, renameSection } from "../model/board-writes.ts";
import { realIdOf } from "../model/keys.ts";
import type { ListSummary, Section } from "../model/source.ts";
import { useSheet } from "../model/use-sheet.ts";
import { NewListSheet } from "./new-list-sheet.tsx";

export function BoardSheets({ sections }: { sections: readonly Section[] }) {
  const {
    value: { sheet, about },
    close,
  } = useSheet();
  const real = about && realIdOf(about);
  const list = sections.flatMap((section) => section.lists).find(({ id }) => id === real);
  const openSection = useOpenRecord(
    sheet === "section" ? about : null,
    sections.find(({ id }) => id === real),
  );
  return (
    <>
      {sheet === "new" && <NewListSheet sections={sections} sectionId={about} onClose={close} />}
      {sheet === "section" && <SectionSheet key={about} record={openSection} onClose={close} />}
      {sheet === "arrange" && <ArrangeSheet sections={sections} onClose={close} />}
      <ListSheets list={list} about={about} />
    </>
  );
}

/**
 * Sheets of one list: settings, aisles and cover. The page's address says which sheet is open. `about` is the id of the
 * list in the address, and may be the list's provisional id. `list` is undefined if no list has this id.
 */
export function ListSheets({ list, about }: { list: ListSummary | undefined; about: string | null }) {
  const {
    value: { sheet },
    close,
  } = useSheet();
  const record = useOpenRecord(sheet === "settings" ? about : null, list);
  return (
    <>
      {record && <SettingsSheet key={about} record={record} onClose={close} />}
      {list && sheet === "aisles" && <AislesSheet list={list} onClose={close} />}
      {list && sheet === "cover" && <CoverSheet list={list} onClose={close} />}
    </>
  );
}

function ArrangeSheet({ sections, onClose }: { sections: readonly Section[]; onClose: () => void }) {
  const { lists } = useText();
  const put = (ids: string[], { id, name }: Section) => perform(orderSections, { ids, moved: id, name });
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

/** Sheet to edit a section. If `record` is null, the sheet creates a section. */
function SectionSheet({ record, onClose }: { record: OpenRecord<Section> | null; onClose: () => void }) {
  const { lists, common } = useText();
  const section = record?.value ?? null;
  const form = useDraft(
    { name: "" },
    {
      validate: ({ name }) => ({ name: name.trim() ? null : lists.form.sectionMissing }),
      edited: record && edited(record, ({ name }) => ({ name })),
    },
  );
  const { draft, errors, change } = form;
  const field = useRef<HTMLInputElement>(null);
  const save = async () => {
    if (!form.check()) return;
    const name = draft.name.trim();
    const saved = await store(form, patchOf(form.base, { name }), {
      create: () => perform(createSection, { id: provisionalId(), name }),
      update: section && (() => perform(renameSection, { id: section.id, name })),
    });
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
