import { useEffect, useState } from "preact/hooks";
import { FormNotice } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { announceBatch } from "#web/page/undo.ts";
import { useHousehold } from "#web/sync/session.ts";
import { formatDay, formatInstantTime } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { type FieldError, FieldSet } from "#web/ui/controls/field.tsx";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { ConcernedFields } from "./calendar-fields.tsx";
import { Found } from "./import-preview.tsx";
import { type Import, importEvents, isExpired, readProgress, upload } from "./sources.ts";

const maxExamples = 5;
const pollMs = 400;

type Entry = Import["events"][number];

type Draft = {
  readonly memberIds: string[];
  readonly isGeneral: boolean;
  readonly known: "skip" | "update";
  readonly which: "all" | "some";
  readonly uids: readonly string[];
};

export function ImportSheet(props: { file: File; found: Import; onDone: () => void; onClose: () => void }) {
  const { file, onDone, onClose } = props;
  const { calendar, common, settings } = useText();
  const { imports: text } = settings.calendars;
  const [id, setId] = useState(props.found.id);
  const form = useDraft<Draft>(
    { memberIds: [], isGeneral: true, known: "skip", which: "all", uids: [] },
    { validate: ({ which, uids }) => ({ uids: which === "some" && uids.length === 0 ? text.noneChosen : null }) },
  );
  const { draft, errors, change } = form;
  const found = withChosen(props.found, draft);
  const { counts, events, name } = found;
  const all = counts.new + counts.known + counts.past;
  const isWritten = ({ state }: Entry) => state !== "known" || draft.known === "update";
  const written = events.filter(isWritten);
  const total = draft.known === "update" ? all : all - counts.known;
  const ticked = written.filter(({ uid }) => draft.uids.includes(uid)).length;
  const save = async () => {
    if (form.isBusy || !form.check()) return;
    const { memberIds, isGeneral, known, which, uids } = draft;
    const body = { memberIds, isGeneral, known, ...(which === "some" ? { uids: [...uids] } : {}) };
    const done = await form.send(() =>
      importEvents(id, body).catch(async (failure: unknown) => {
        // The server keeps a file for an hour.
        if (!isExpired(failure)) throw failure;
        const again = await upload(file, () => {});
        setId(again.id);
        return importEvents(again.id, body);
      }),
    );
    invalidate(["event"]);
    if (!done) return;
    const leftOut = (done.remarks ?? []).map(({ title }) => title ?? "");
    const said = text.done(done.added, done.updated);
    const message = leftOut.length === 0 ? said : `${said}. ${text.leftOut(leftOut)}`;
    if (done.activityId === null) toasts.show({ message });
    else
      announceBatch(
        done.activityIds.map((each) => ({ id: each })),
        message,
      );
    onDone();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.sheetTitle(name)}
      {...(all > 0 && { onSubmit: () => void save() })}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          {all > 0 && (
            <Button type="submit" variant="primary" busy={form.isBusy}>
              {text.go(draft.which === "all" ? total : ticked)}
            </Button>
          )}
          <FormNotice form={form} counts />
        </>
      }
    >
      <Found found={found} />
      {all > 0 && (
        <>
          <ConcernedFields
            label={calendar.who}
            generalHint={calendar.alsoEverybodyHint}
            value={draft}
            onChange={change}
            error={errors.memberIds}
          />
          {counts.known > 0 && (
            <SegmentedField
              label={text.known}
              value={draft.known}
              segments={[
                { value: "skip", label: text.skip },
                { value: "update", label: text.update },
              ]}
              onChange={(known) => change({ known })}
            />
          )}
          <SegmentedField
            label={text.which}
            value={draft.which}
            segments={[
              { value: "all", label: text.allOf(all) },
              { value: "some", label: text.some },
            ]}
            onChange={(which) => change({ which })}
          />
          {draft.which === "some" ? (
            <Choice
              events={events}
              isCut={all > events.length}
              value={draft.uids}
              error={errors.uids}
              onChange={(uids) => change({ uids })}
            />
          ) : (
            <Examples events={written} total={total} />
          )}
        </>
      )}
      {form.isBusy && <ImportProgress id={id} total={draft.which === "all" ? all : ticked} />}
    </Sheet>
  );
}

/**
 * Counts the events of an imported file for the chosen members. An event that the household has only for other members
 * counts as new.
 */
function withChosen(found: Import, { memberIds, isGeneral }: Draft): Import {
  if (memberIds.length === 0 || isGeneral) return found;
  const areOthers = (ids: readonly string[]) => !memberIds.some((id) => ids.includes(id));
  const others = found.knownFor.filter((each) => areOthers(each.memberIds));
  const count = others.reduce((sum, each) => sum + each.count, 0);
  const { counts, events } = found;
  return {
    ...found,
    counts: { ...counts, new: counts.new + count, known: counts.known - count },
    events: events.map((each) => (each.knownFor && areOthers(each.knownFor) ? { ...each, state: "new" } : each)),
  };
}

function ImportProgress({ id, total }: { id: string; total: number }) {
  const { imports: text } = useText().settings.calendars;
  const [progress, setProgress] = useState({ done: 0, total });
  useEffect(() => {
    const timer = setInterval(() => {
      readProgress(id).then(setProgress, () => {});
    }, pollMs);
    return () => clearInterval(timer);
  }, [id]);
  const said = text.progress(progress.done, progress.total);
  return (
    <div role="status">
      <p className="small">{said}</p>
      <progress className="server-progress" aria-label={said} max={progress.total} value={progress.done} />
    </div>
  );
}

/** Examples of events in an imported file: future events if there are any. */
function Examples({ events, total }: { events: readonly Entry[]; total: number }) {
  const { found: text } = useText().settings.calendars;
  const factsOf = useFacts();
  const coming = events.filter(({ state }) => state !== "past");
  const shown = (coming.length > 0 ? coming : events).slice(0, maxExamples);
  if (shown.length === 0) return null;
  return (
    <ul className="settings-points small">
      {shown.map((each) => (
        <li key={each.uid}>
          <strong>{each.title}</strong> <span className="soft">{factsOf(each)}</span>
        </li>
      ))}
      {total > shown.length && <li>{text.more(total - shown.length)}</li>}
    </ul>
  );
}

/** Returns a function that formats the details of an event: “3 March 2027, 16:00 · repeats”. */
function useFacts(): (event: Entry) => string {
  const { calendar, settings } = useText();
  const { timeZone } = useHousehold();
  return ({ startsAt, allDay, rule, state }) => {
    const day = formatDay(wallTime(startsAt, timeZone).day, "full");
    const facts = [
      allDay ? day : `${day}, ${formatInstantTime(startsAt, timeZone)}`,
      rule !== null && calendar.repeating,
      state !== "new" && settings.calendars.found.states[state],
    ];
    return facts.filter(Boolean).join(" · ");
  };
}

function Choice(props: {
  events: Import["events"];
  isCut: boolean;
  value: readonly string[];
  error: FieldError;
  onChange: (uids: string[]) => void;
}) {
  const { events, isCut, value, error, onChange } = props;
  const { imports: text } = useText().settings.calendars;
  const factsOf = useFacts();
  const uids = [...new Set(events.map(({ uid }) => uid))];
  const isAll = value.length === uids.length;
  return (
    <FieldSet label={text.some} hideLabel error={error} {...(isCut && { hint: text.cut(events.length) })}>
      <Checkbox
        square
        label={text.tickAll}
        checked={isAll}
        mixed={value.length > 0 && !isAll}
        onChange={(isTicked) => onChange(isTicked ? uids : [])}
      />
      <div className="calendars-choice">
        {events.map((each) => (
          <Checkbox
            key={`${each.uid} ${each.startsAt}`}
            square
            label={each.title}
            hint={factsOf(each)}
            checked={value.includes(each.uid)}
            onChange={(isTicked) => onChange(isTicked ? [...value, each.uid] : value.filter((uid) => uid !== each.uid))}
          />
        ))}
      </div>
    </FieldSet>
  );
}
