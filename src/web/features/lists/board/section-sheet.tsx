import { useRef, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { provisionalId } from "../../../sync/ids.ts";
import { perform } from "../../../sync/perform.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { createSection, renameSection } from "../model/board-writes.ts";
import type { Section } from "../model/source.ts";

/** Names a section: a new one, or `section`. */
export function SectionSheet({ section, onClose }: { section: Section | undefined; onClose: () => void }) {
  const { lists, common } = useText();
  const [name, setName] = useState(section?.name ?? "");
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const save = () => {
    const wanted = name.trim();
    if (!wanted) return setMissing(true);
    if (!section) perform(createSection, { id: provisionalId(), name: wanted });
    else if (wanted !== section.name) perform(renameSection, { id: section.id, name: wanted });
    onClose();
  };
  return (
    <Sheet
      open
      size="s"
      title={section ? lists.form.renameSection : lists.form.newSection}
      onClose={onClose}
      onSubmit={save}
      initialFocus={field}
      footer={
        <Button type="submit" variant="primary">
          {section ? common.save : common.add}
        </Button>
      }
    >
      <TextField
        ref={field}
        label={lists.form.sectionLabel}
        placeholder={lists.form.sectionPlaceholder}
        value={name}
        maxLength={200}
        error={isMissing && !name.trim() ? lists.form.sectionMissing : null}
        onChange={setName}
      />
    </Sheet>
  );
}
