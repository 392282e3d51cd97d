import { useRef, useState } from "preact/hooks";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { repeatSpans } from "#web/forms/phrase-moment.ts";
import { PhraseSuggestion } from "#web/forms/phrase-suggestion.tsx";
import { type Errors, useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { realIds } from "#web/page/sync.ts";
import { perform } from "#web/page/undo.ts";
import { ConcernedFields } from "#web/people/concerned-fields.tsx";
import { once } from "#web/recurrence/repeat.ts";
import { RepeatFields } from "#web/recurrence/repeat-fields.tsx";
import { repeatInWords } from "#web/recurrence/words.ts";
import { isPushPromptWanted } from "#web/shell/push-prompt-wanted.ts";
import { provisionalId, randomId, withRealIds } from "#web/sync/ids.ts";
import { useHousehold, useIsAdult, useViewer } from "#web/sync/session.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { DateField, TextField, TimeField, Typed } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import {
  type Draft,
  draftOf,
  errorsOf,
  type Field,
  type Fields,
  fields,
  inputOf,
  lastDayOf,
  lastingDays,
  patchOf,
  startingAt,
  suggested,
} from "../model/draft.ts";
import type { Scope } from "../model/effects.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { dayMinutes, dayOf, midnightOf, minuteAt, minuteOfDay, type Span, timeOf, wallAt } from "../model/span.ts";
import { createEvent, updateEvent, updateMessage } from "../model/writes.ts";
import { ClashNote } from "./clash-note.tsx";
import { ReminderField } from "./reminder-field.tsx";
import { SeriesDialog } from "./series-dialog.tsx";
import { TargetField } from "./targets.tsx";

/**
 * Sheet to edit an event. The form begins with the values of `initial`. If `record` is null, the sheet creates an
 * event.
 */
export function EditSheet(props: {
  initial: Draft;
  record: OpenRecord<Occurrence> | null;
  /** Whether this instance was deleted, but other instances of its series still exist. */
  isSeriesLeft?: boolean;
  /** Called after a new event is saved. By default, `onClose` is called. */
  onSaved?: () => void;
  onClose: () => void;
}) {
  const { initial, record, isSeriesLeft = false, onClose, onSaved = onClose } = props;
  const text = useText();
  const { calendar } = text;
  const { timeZone } = useHousehold();
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const base = record?.value ?? null;
  // Children and guests change one instance of a series at a time, and never the recurrence.
  const maySetRule = isAdult || base === null;
  const form = useDraft<Draft, Field>(initial, {
    validate: (draft) => errorsOf(draft, text),
    fields,
    edited: record && edited(record, ({ event }) => draftOf(event, timeZone)),
    units: [
      ["span", "repeat"],
      ["memberIds", "isGeneral"],
    ],
    comparable: {
      memberIds: (memberIds) => memberIds.toSorted(),
      targets: (targets) => targets?.map(({ externalCalendarId }) => externalCalendarId).toSorted(),
    },
    shownAt: { span: "start" },
    describe: {
      span: ({ span, repeat }) => {
        const rule = repeat.kind === "none" ? [] : [repeatInWords(repeat, dayOf(span.start), text)];
        return [spanInWords(span), ...rule].join(", ");
      },
    },
  });
  const { draft, errors, change } = form;
  const [pendingPatch, setPendingPatch] = useState<Partial<Fields> | null>(null);
  const title = useRef<HTMLInputElement>(null);
  const update = async (patch: Partial<Fields>, scope: Scope) => {
    if (!base) return;
    const { event } = base;
    const parts = partsOf(patch, scope, event.recurring);
    const writes = parts.map((part) => ({ id: event.id, base: event, ...part, mark: randomId() }));
    const send = () =>
      writes.map((each) => perform(updateEvent, each, { message: updateMessage(text, each, timeZone) }));
    if (await form.submit(send)) onClose();
  };
  const create = async () => {
    const { id = null, name = "" } = viewer ?? {};
    const by = { kind: "member" as const, id, name, agentName: null };
    const made = isSeriesLeft ? { ...draft, repeat: once(dayOf(draft.span.start)) } : draft;
    const variables = { id: provisionalId(), event: inputOf(made, timeZone), timeZone, by };
    if (!(await form.submit(() => perform(createEvent, variables)))) return;
    onSaved();
    if (draft.reminders !== "none") isPushPromptWanted().set(true);
    reveal(variables.id);
  };
  const save = () => {
    if (!form.check()) return;
    if (!base || form.isDeleted) return void create();
    const { recurrenceRule, ...rest } = patchOf(form.base, draft, timeZone);
    const patch = maySetRule && recurrenceRule !== undefined ? { ...rest, recurrenceRule } : rest;
    if (Object.keys(patch).length === 0) onClose();
    else if (Object.keys(patch).join() === "syncTargets") void update(patch, "all");
    else if (base.event.recurring && isAdult) setPendingPatch(patch);
    else void update(patch, "this");
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={base ? calendar.editEvent : calendar.newEvent}
      onSubmit={save}
      {...(base ? {} : { initialFocus: title })}
      side
      footer={<FormFooter form={form} onCancel={onClose} />}
    >
      <TextField
        ref={title}
        label={calendar.title}
        value={draft.title}
        onChange={(title) => change({ title })}
        error={errors.title}
        enterkeyhint="done"
      />
      <PhraseSuggestion
        text={draft.title}
        field="event"
        unheld={() => (maySetRule ? [] : repeatSpans)}
        onApply={(suggestion) => change(suggested(draft, suggestion))}
      />
      <WhenFields draft={draft} onChange={change} errors={errors} />
      <ConcernedFields
        label={calendar.who}
        everybodyHint={calendar.forEverybody}
        generalHint={calendar.alsoEverybodyHint}
        value={draft}
        error={errors.memberIds}
        onMembersChange={(memberIds) => change({ memberIds })}
        onGeneralChange={(isGeneral) => change({ isGeneral })}
      />
      <ClashNote draft={draft} own={base?.event.id ?? null} />
      {maySetRule && (
        <RepeatFields
          label={calendar.repeats}
          repeat={draft.repeat}
          start={wallAt(draft.span.start)}
          error={errors.repeat}
          onChange={(repeat) => change({ repeat })}
        />
      )}
      <TextField
        label={calendar.location}
        value={draft.location}
        onChange={(location) => change({ location })}
        error={errors.location}
      />
      <ReminderField draft={draft} onChange={(reminders) => change({ reminders })} error={errors.reminders} />
      <TextArea
        label={calendar.notes}
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        error={errors.notes}
      />
      {maySetRule && (
        <TargetField
          value={draft.targets}
          memberIds={draft.memberIds}
          event={base?.event ?? null}
          onChange={(targets) => change({ targets })}
          error={errors.targets}
        />
      )}
      {pendingPatch && base && (
        <SeriesDialog
          kind="change"
          occurrence={base}
          patch={pendingPatch}
          onAnswer={(scope) => {
            setPendingPatch(null);
            if (scope) void update(pendingPatch, scope);
          }}
        />
      )}
    </Sheet>
  );
}

/**
 * Splits a change of an event into requests. In a series, the choice of the calendars that get a copy always applies to
 * the whole series. If this choice has changed, it is therefore sent in a separate request, before the request with the
 * other fields. The request with the other fields may split the series into two. A later choice would then reach only
 * one of the two.
 */
function partsOf(patch: Partial<Fields>, scope: Scope, isSeries: boolean): { scope: Scope; patch: Partial<Fields> }[] {
  const { syncTargets, ...rest } = patch;
  if (!isSeries || syncTargets === undefined) return [{ scope, patch }];
  const others = Object.keys(rest).length > 0 ? [{ scope, patch: rest }] : [];
  return [{ scope: "all", patch: { syncTargets } }, ...others];
}

export function WhenFields(props: { draft: Draft; onChange: (change: Partial<Draft>) => void; errors: Errors<Field> }) {
  const { draft, onChange, errors } = props;
  const { span } = draft;
  const { calendar } = useText();
  const startDay = dayOf(span.start);
  const endDay = lastDayOf(span);
  const start = (minute: number) => onChange(startingAt(draft, minute));
  const end = (minute: number) => onChange({ span: { ...span, end: minute } });
  return (
    <>
      <Switch
        label={calendar.allDay}
        checked={span.allDay}
        onChange={(allDay) => onChange(lastingDays(draft, allDay))}
      />
      <div className="calendar-when">
        <Typed
          as={DateField}
          label={calendar.startDay}
          value={startDay}
          onChange={(day) => start(midnightOf(day) + minuteOfDay(span.start))}
          error={errors.start}
        />
        {!span.allDay && (
          <Typed
            as={TimeField}
            label={calendar.startTime}
            value={timeOf(span.start)}
            onChange={(time) => start(minuteAt({ day: startDay, time }))}
          />
        )}
        <Typed
          as={DateField}
          label={calendar.endDay}
          value={endDay}
          onChange={(day) => end(midnightOf(day) + (span.allDay ? dayMinutes : minuteOfDay(span.end)))}
          error={errors.end}
        />
        {!span.allDay && (
          <Typed
            as={TimeField}
            label={calendar.endTime}
            value={timeOf(span.end)}
            onChange={(time) => end(minuteAt({ day: endDay, time }))}
          />
        )}
      </div>
    </>
  );
}

function spanInWords(span: Span): string {
  const named = [dayOf(span.start), lastDayOf(span)].map((day) => formatDay(day, "long"));
  const days = [...new Set(named)].join(" – ");
  return span.allDay ? days : `${days}, ${formatTime(timeOf(span.start))}–${formatTime(timeOf(span.end))}`;
}

/** Scrolls to an event that has just been created, because it may be at an hour outside the visible area. */
function reveal(id: string): void {
  const ids = [withRealIds(id, realIds), id].map((each) => `.calendar-view [data-key^="${CSS.escape(each)}"]`);
  document.querySelector(ids.join())?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
