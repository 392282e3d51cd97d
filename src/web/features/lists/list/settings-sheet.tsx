import { FormFooter } from "#web/forms/form-footer.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { announceBatch, perform } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import type { Handle } from "#web/sync/outbox.ts";
import { useIsAdult, useViewer } from "#web/sync/session.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { createList, renameList, setList } from "../model/board-writes.ts";
import { guessIcon } from "../model/guess-icon.ts";
import type { ListSummary } from "../model/source.ts";
import { type Look, LookFields, VisibilityField } from "./list-look.tsx";

type Draft = Look & Pick<ListSummary, "favorite" | "hideDone" | "visibility">;

function draftOf({ name, icon, colorKey, favorite, hideDone, visibility }: ListSummary): Draft {
  return { name, icon, colorKey, favorite, hideDone, visibility };
}

function inputOf({ name, icon, ...rest }: Draft) {
  return { ...rest, name: name.trim(), icon: icon ?? guessIcon(name) };
}

export function SettingsSheet({ record, onClose }: { record: OpenRecord<ListSummary>; onClose: () => void }) {
  const { lists } = useText();
  const { value: list } = record;
  const mayDecide = useMayDecide(list);
  const form = useDraft(() => draftOf(list), {
    validate: ({ name }) => ({ name: name.trim() ? null : lists.form.nameMissing }),
    isLive: true,
    edited: edited(record, draftOf),
  });
  const { draft, errors, change } = form;
  const save = async () => {
    if (!form.check()) return;
    const input = inputOf(draft);
    const isNew = form.isDeleted;
    const patch = isNew ? input : patchOf(inputOf(form.base), input);
    if (!patch) return onClose();
    const { name, ...settings } = patch;
    const saved = await form.submit((): readonly Handle<unknown>[] => {
      const quiet = { message: null };
      const variables = { id: isNew ? provisionalId() : list.id, name: input.name };
      const { sectionId } = list;
      const { visibility } = input;
      const named = () =>
        isNew
          ? perform(createList, { ...variables, sectionId, visibility }, quiet)
          : perform(renameList, variables, quiet);
      const done = [
        ...(name === undefined ? [] : [named()]),
        ...(Object.keys(settings).length === 0 ? [] : [perform(setList, { ...variables, settings }, quiet)]),
      ];
      announceBatch(done, (isNew ? lists.toasts.listAdded : lists.toasts.changed)(input.name));
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

/**
 * Whether the app lets the viewer change who sees the list. Only the owner of the list may change this. If an agent
 * created the list, the app does not know the owner. In this case, the hook returns true for every adult, and the
 * server refuses the change of an adult who is not the owner.
 */
function useMayDecide({ visibility, createdBy }: ListSummary): boolean {
  const viewer = useViewer();
  const isAdult = useIsAdult();
  if (visibility === "personal") return true;
  return createdBy.kind === "member" ? createdBy.id === viewer?.id : isAdult;
}
