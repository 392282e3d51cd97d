import { useText } from "../../../i18n/catalogue.ts";
import type { Handle } from "../../../sync/outbox.ts";
import { announceBatch, perform } from "../../../sync/perform.ts";
import { useIsAdult, useViewer } from "../../../sync/session.ts";
import { Switch } from "../../../ui/controls/choice.tsx";
import { FormFooter } from "../../../ui/forms/form.tsx";
import { patchOf } from "../../../ui/forms/patch.ts";
import { useDraft } from "../../../ui/forms/use-draft.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { renameList, setList } from "../model/board-writes.ts";
import type { List } from "../model/source.ts";
import { type Look, LookFields, VisibilityField } from "./list-look.tsx";

type Draft = Look & Pick<List, "favorite" | "hideDone" | "visibility">;

function draftOf({ name, icon, colorKey, favorite, hideDone, visibility }: List): Draft {
  return { name, icon, colorKey, favorite, hideDone, visibility };
}

export function SettingsSheet({ list, onClose }: { list: List; onClose: () => void }) {
  const { lists } = useText();
  const mayDecide = useMayDecide(list);
  const form = useDraft(() => draftOf(list), {
    validate: ({ name }) => ({ name: name.trim() ? null : lists.form.nameMissing }),
    isLive: true,
  });
  const { draft, errors, change } = form;
  const save = async () => {
    if (!form.check()) return;
    const input = { ...draft, name: draft.name.trim(), icon: draft.icon ?? "📝" };
    const patch = patchOf({ ...draftOf(list), icon: list.icon }, input);
    if (!patch) return onClose();
    const { name, ...settings } = patch;
    const saved = await form.submit((): readonly Handle<unknown>[] => {
      const quiet = { message: null };
      const variables = { id: list.id, name: input.name };
      const done = [
        ...(name === undefined ? [] : [perform(renameList, variables, quiet)]),
        ...(Object.keys(settings).length === 0 ? [] : [perform(setList, { ...variables, settings }, quiet)]),
      ];
      announceBatch(done, lists.toasts.changed(input.name));
      return done;
    });
    if (saved) onClose();
  };
  return (
    <Sheet
      open
      title={lists.form.settingsTitle}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} />}
    >
      <div className="lists-form">
        <LookFields {...form} />
        <Switch label={lists.form.favorite} checked={draft.favorite} onChange={(favorite) => change({ favorite })} />
        <Switch
          label={lists.form.hideDone}
          hint={lists.form.hideDoneHint}
          checked={draft.hideDone}
          onChange={(hideDone) => change({ hideDone })}
        />
        {mayDecide && (
          <VisibilityField
            value={draft.visibility}
            error={errors.visibility}
            onChange={(visibility) => change({ visibility })}
          />
        )}
      </div>
    </Sheet>
  );
}

/** Only the owner may change it. An agent's list may belong to any adult; the server checks. */
function useMayDecide({ visibility, createdBy }: List): boolean {
  const viewer = useViewer();
  const isAdult = useIsAdult();
  if (visibility === "personal") return true;
  return createdBy.kind === "member" ? createdBy.id === viewer?.id : isAdult;
}
