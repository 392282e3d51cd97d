import { useRef } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { provisionalId } from "../../../sync/ids.ts";
import { perform } from "../../../sync/perform.ts";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { FormFooter } from "../../../ui/forms/form.tsx";
import { useDraft } from "../../../ui/forms/use-draft.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { createSection, renameSection } from "../model/board-writes.ts";
import type { Section } from "../model/source.ts";

/** Makes a section, or renames `section`. */
export function SectionSheet({ section, onClose }: { section: Section | undefined; onClose: () => void }) {
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
