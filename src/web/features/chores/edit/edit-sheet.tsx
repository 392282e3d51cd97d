import { useRef, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { provisionalId } from "../../../sync/ids.ts";
import { perform } from "../../../sync/perform.ts";
import { useToday } from "../../../time/zone.ts";
import { Switch } from "../../../ui/controls/choice.tsx";
import { FormFooter } from "../../../ui/forms/form-footer.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { type Draft, draftOf, inputOf, type Missing, missingIn, patchOf } from "../model/draft.ts";
import type { Chore } from "../model/source.ts";
import { createChore, deleteChore, updateChore } from "../model/writes.ts";
import { DueField } from "./due-field.tsx";
import { LookFields } from "./look-fields.tsx";
import { SharingFields } from "./sharing-fields.tsx";
import { WhenFields } from "./when-fields.tsx";

/** What each part of the form gets. */
export type FormPart = {
  readonly draft: Draft;
  readonly missing: Missing;
  readonly change: (changes: Partial<Draft>) => void;
};

/** A new chore (null), or one to change or delete. */
export function EditSheet({ chore, onClose }: { chore: Chore | null; onClose: () => void }) {
  const { choreBoard } = useText();
  const today = useToday();
  const [draft, setDraft] = useState(() => draftOf(chore, today));
  const [isTried, setTried] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const missing = missingIn(draft);
  const save = () => {
    if (missing) {
      setTried(true);
      if (missing.name) nameField.current?.focus();
      return;
    }
    if (!chore) perform(createChore, { id: provisionalId(), today, input: inputOf(draft) });
    else {
      const patch = patchOf(chore, draft);
      if (patch) perform(updateChore, { id: chore.id, name: draft.name.trim(), today, patch });
    }
    onClose();
  };
  const remove = () => {
    if (chore) perform(deleteChore, { id: chore.id, name: chore.name });
    onClose();
  };
  const part: FormPart = {
    draft,
    missing: (isTried ? missing : null) ?? {},
    change: (changes) => setDraft((now) => ({ ...now, ...changes })),
  };
  const footer = <FormFooter onCancel={onClose} onDelete={chore ? remove : null} />;
  const title = chore ? choreBoard.form.edit : choreBoard.form.new;
  return (
    <Sheet open onClose={onClose} title={title} footer={footer} onSubmit={save} initialFocus={nameField}>
      <LookFields {...part} nameField={nameField} />
      <SharingFields {...part} />
      <WhenFields {...part} />
      <DueField {...part} />
      {chore && (
        <Switch
          label={choreBoard.form.active}
          hint={choreBoard.form.activeHint}
          checked={draft.active}
          onChange={(active) => part.change({ active })}
        />
      )}
    </Sheet>
  );
}
