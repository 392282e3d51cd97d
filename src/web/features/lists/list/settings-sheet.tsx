import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { announceBatch, perform } from "../../../sync/perform.ts";
import { useIsAdult, useViewer } from "../../../sync/session.ts";
import { Switch } from "../../../ui/controls/choice.tsx";
import { FormFooter } from "../../../ui/forms/form-footer.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { type ListSettings, renameList, setList } from "../model/board-writes.ts";
import type { List } from "../model/source.ts";
import { LookFields } from "./list-look.tsx";
import { VisibilityField } from "./visibility-field.tsx";

/** Changes what a list is called, how it looks, and who sees it. */
export function SettingsSheet({ list, onClose }: { list: List; onClose: () => void }) {
  const { lists } = useText();
  const mayDecide = useMayDecide(list);
  const [look, setLook] = useState({ name: list.name, icon: list.icon as string | null, colorKey: list.colorKey });
  const [rest, setRest] = useState({ favorite: list.favorite, hideDone: list.hideDone, visibility: list.visibility });
  const save = () => {
    const name = look.name.trim();
    if (!name) return;
    const settings = differing(list, { icon: look.icon ?? "📝", colorKey: look.colorKey, ...rest });
    const quiet = { told: null };
    const done = [
      ...(name === list.name ? [] : [perform(renameList, { id: list.id, name }, quiet)]),
      ...(Object.keys(settings).length === 0 ? [] : [perform(setList, { id: list.id, name, settings }, quiet)]),
    ];
    if (done.length > 0) announceBatch(done, lists.told.changed(name));
    onClose();
  };
  return (
    <Sheet
      open
      title={lists.form.settingsTitle}
      onClose={onClose}
      onSubmit={save}
      footer={<FormFooter onCancel={onClose} />}
    >
      <div className="lists-form">
        <LookFields look={look} onChange={setLook} isNameMissing />
        <Switch
          label={lists.form.favorite}
          checked={rest.favorite}
          onChange={(favorite) => setRest({ ...rest, favorite })}
        />
        <Switch
          label={lists.form.hideDone}
          hint={lists.form.hideDoneHint}
          checked={rest.hideDone}
          onChange={(hideDone) => setRest({ ...rest, hideDone })}
        />
        {mayDecide && (
          <VisibilityField value={rest.visibility} onChange={(visibility) => setRest({ ...rest, visibility })} />
        )}
      </div>
    </Sheet>
  );
}

/** What is only its owner's to decide. A list that an agent made may be any adult's; the server knows whose. */
function useMayDecide({ visibility, createdBy }: List): boolean {
  const viewer = useViewer();
  const isAdult = useIsAdult();
  if (visibility === "personal") return true;
  return createdBy.kind === "member" ? createdBy.id === viewer?.id : isAdult;
}

function differing(list: List, wanted: Required<ListSettings>): ListSettings {
  const changed = Object.entries(wanted).filter(([key, value]) => list[key as keyof ListSettings] !== value);
  return Object.fromEntries(changed) as ListSettings;
}
