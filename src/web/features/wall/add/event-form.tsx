import { useRef } from "preact/hooks";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { PeoplePicker } from "#web/people/person-picker.tsx";
import { provisionalId } from "#web/sync/ids.ts";
import { useHousehold, useMembers, useNow } from "#web/sync/session.ts";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { WhenFields } from "../../calendar/edit/edit-sheet.tsx";
import {
  type Draft,
  defaultSpan,
  errorsOf,
  type Field,
  fields,
  inputOf,
  newDraft,
} from "../../calendar/model/draft.ts";
import { createEvent } from "../../calendar/model/writes.ts";
import { keepDraft, useKeptDraft } from "../model/kept-draft.ts";
import type { FormProps } from "./add-sheet.tsx";

export function EventForm({ member, draft: kept, onClose }: FormProps<"event">) {
  const text = useText();
  const { calendar, wall, common } = text;
  const { timeZone } = useHousehold();
  const members = useMembers();
  const now = useNow();
  const title = useRef<HTMLInputElement>(null);
  const form = useDraft<Draft, Field>(kept?.draft ?? newDraft(defaultSpan(now.day, now), [member.id]), {
    validate: (draft) => errorsOf(draft, text),
    fields,
  });
  const { draft, errors, change } = form;
  useKeptDraft({ kind: "event", draft });
  const close = () => {
    keepDraft(null);
    onClose();
  };
  const save = async () => {
    if (!form.check()) return;
    const by = { kind: "member" as const, id: member.id, name: member.name, agentName: null };
    const variables = { id: provisionalId(), event: inputOf(draft, timeZone), timeZone, by };
    const options = { message: wall.add.added(draft.title.trim()) };
    if (await form.submit(() => perform(createEvent, variables, options))) close();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={calendar.newEvent}
      sub={wall.add.as(member.name)}
      onSubmit={() => void save()}
      initialFocus={title}
      footer={<FormFooter form={form} onCancel={close} save={common.add} />}
    >
      <TextField
        ref={title}
        label={calendar.title}
        value={draft.title}
        onChange={(next) => change({ title: next })}
        error={errors.title}
        enterkeyhint="done"
      />
      <WhenFields draft={draft} onChange={change} errors={errors} />
      <PeoplePicker
        label={calendar.who}
        hint={draft.memberIds.length === 0 ? calendar.forEverybody : undefined}
        people={members}
        value={draft.memberIds}
        onChange={(memberIds) => change({ memberIds })}
        error={errors.memberIds}
      />
    </Sheet>
  );
}
