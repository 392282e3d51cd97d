import { useEffect, useState } from "preact/hooks";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { FormNotice } from "#web/forms/form.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { timers } from "#web/lib/timers.ts";
import { api, runCommand } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { announceBatch } from "#web/page/undo.ts";
import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { uploadFile } from "#web/sync/api/upload.ts";
import { command } from "#web/sync/command.ts";
import { useDayOf, useMomentOf } from "#web/sync/use-dates.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { type FieldError, FieldSet } from "#web/ui/controls/field.tsx";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { ChoiceField } from "#web/ui/controls/segmented.tsx";
import { cx } from "#web/ui/cx.ts";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Progress } from "#web/ui/display/progress.tsx";
import { Upload } from "#web/ui/icons.ts";
import { Part } from "../part.tsx";
import { CalendarConcernedFields } from "./calendar-list.tsx";
import { Found, type Import } from "./import-preview.tsx";

const maxImportBytes = 20_971_520;

const uploadCalendar = command({
  send: async (file: File, _, report) => {
    if (file.size > maxImportBytes) throw new Failure(413, "The file is too large", null);
    return uploadFile<Import>("/app/calendar-imports", file, report);
  },
  errorMessage({ settings }, _, failure) {
    const { imports: text } = settings.calendars;
    const { status = 0, code = null } = failure instanceof Failure ? failure : {};
    if (status === 413) return text.tooLarge;
    if (code === "no_calendar") return text.noCalendar;
    return code === "limit_reached" ? text.tooMany : null;
  },
});

type ImportVariables = {
  readonly id: string;
  readonly body: Parameters<ReturnType<Operations["app"]["calendar-imports"]>["post"]>[0];
  readonly file: File;
  /** Called with the new id of the file if the file had to be uploaded again. */
  readonly onUpload: (id: string) => void;
};
const importEvents = command({
  send: async ({ id, body, file, onUpload }: ImportVariables, { app }) => {
    try {
      return await read(app["calendar-imports"]({ id }).post(body));
    } catch (failure) {
      // The server keeps a file for an hour.
      if (!(failure instanceof Failure) || failure.status !== 404) throw failure;
      const again = await uploadFile<Import>("/app/calendar-imports", file, () => {});
      onUpload(again.id);
      return read(app["calendar-imports"]({ id: again.id }).post(body));
    }
  },
  invalidates: ["event"],
  mayChangeAnyway: true,
});
const discardImport = command({
  send: (id: string, { app }) => read(app["calendar-imports"]({ id }).delete()),
});
const readProgress = (id: string) => read(api.app["calendar-imports"]({ id }).get());

export function ImportPart() {
  const { imports: text } = useText().settings.calendars;
  const { run, isBusy, share, error } = useCommand();
  const [isOver, setOver] = useState(false);
  const [chosen, setChosen] = useState<{ readonly file: File; readonly found: Import } | null>(null);
  const choose = async (file: File | undefined) => {
    const found = file && (await run(uploadCalendar, file));
    if (found) setChosen({ file, found });
  };
  const close = () => {
    // An error is ignored, because the server deletes the file after an hour anyway.
    if (chosen) runCommand(discardImport, chosen.found.id).catch(() => {});
    setChosen(null);
  };
  const finish = () => setChosen((shown) => (shown === chosen ? null : shown));
  return (
    <Part title={text.title} section="import">
      <p className="soft">{text.intro}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
      <div
        className={cx("calendars-drop", isOver && "is-over")}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void choose(event.dataTransfer?.files[0]);
        }}
      >
        <FileButton
          label={text.choose}
          icon={<Upload />}
          accept=".ics,.ical,.ifb,.icalendar,text/calendar"
          busy={isBusy}
          onChoose={(file) => void choose(file)}
        />
        <span className="soft small calendars-drop-hint">{text.drop}</span>
      </div>
      <div role="status">
        {isBusy && (
          <Progress
            text={share === 1 ? text.reading : text.uploading}
            label={text.uploading}
            value={share === 1 ? null : (share ?? 0)}
            max={1}
          />
        )}
      </div>
      {error && <ErrorNotice title={error}>{text.nothingLost}</ErrorNotice>}
      {chosen && <ImportSheet key={chosen.found.id} {...chosen} onDone={finish} onClose={close} />}
    </Part>
  );
}

const maxExamples = 5;
const pollMs = 400;

type Entry = Import["events"][number];

type Draft = {
  readonly memberIds: string[];
  readonly isGeneral: boolean;
  readonly known: "skip" | "update";
  readonly which: "all" | "some";
  readonly uids: string[];
};

function ImportSheet(props: { file: File; found: Import; onDone: () => void; onClose: () => void }) {
  const { file, onDone, onClose } = props;
  const { calendar, common, settings } = useText();
  const { imports: text } = settings.calendars;
  const [id, setId] = useState(props.found.id);
  const form = useDraft<Draft>(
    { memberIds: [], isGeneral: true, known: "skip", which: "all", uids: [] },
    { validate: ({ which, uids }) => ({ uids: which === "some" && uids.length === 0 ? text.noneChosen : null }) },
  );
  const { draft } = form;
  const found = withChosen(props.found, draft);
  const { counts, events, name } = found;
  const all = counts.new + counts.known + counts.past;
  const isWritten = ({ state }: Entry) => state !== "known" || draft.known === "update";
  const written = events.filter(isWritten);
  const total = draft.known === "update" ? all : all - counts.known;
  const ticked = written.filter(({ uid }) => draft.uids.includes(uid)).length;
  const save = async ({ memberIds, isGeneral, known, which, uids }: Draft) => {
    const body = { memberIds, isGeneral, known, ...(which === "some" ? { uids } : {}) };
    const done = await form.run(importEvents, { id, file, body, onUpload: setId });
    if (!done) return null;
    const leftOut = (done.remarks ?? []).map(({ title }) => title ?? "");
    const said = text.done(done.added, done.updated);
    const message = leftOut.length === 0 ? said : `${said}. ${text.leftOut(leftOut)}`;
    const entries = done.activityIds.map((each) => ({ id: each }));
    if (done.activityId === null) toasts.show({ message });
    else announceBatch(entries, message);
    onDone();
    return null;
  };
  return (
    <EditSheet
      form={form}
      title={text.sheetTitle(name)}
      save={text.go(draft.which === "all" ? total : ticked)}
      footer={
        all > 0 ? null : (
          <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <FormNotice form={form} />
          </>
        )
      }
      onSave={save}
      onClose={onClose}
    >
      <Found found={found} />
      {all > 0 && (
        <>
          <CalendarConcernedFields label={calendar.who} generalHint={calendar.alsoEverybodyHint} form={form} />
          {counts.known > 0 && (
            <ChoiceField
              label={text.known}
              labels={{ skip: text.skip, update: text.update }}
              {...form.field("known")}
            />
          )}
          <ChoiceField label={text.which} labels={{ all: text.allOf(all), some: text.some }} {...form.field("which")} />
          {draft.which === "some" ? (
            <Choice events={events} isCut={all > events.length} {...form.field("uids")} />
          ) : (
            <Examples events={written} total={total} />
          )}
        </>
      )}
      {form.isBusy && <ImportProgress id={id} total={draft.which === "all" ? all : ticked} />}
    </EditSheet>
  );
}

/**
 * Adapts the preview of an import to the members whom the user has chosen for the events. If the household has an event
 * already, but only for other members, the event gets the state `new` and is counted as new.
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
  useEffect(() => timers.every(pollMs, () => void readProgress(id).then(setProgress, () => {})), [id]);
  return (
    <div role="status">
      <Progress text={text.progress(progress.done, progress.total)} value={progress.done} max={progress.total} />
    </div>
  );
}

/** Some events of an imported file as examples. Past events are shown only if the file has no future events. */
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
  const dayOf = useDayOf();
  const momentOf = useMomentOf();
  return ({ startsAt, allDay, rule, state }) => {
    const facts = [
      allDay ? dayOf(startsAt, "full") : momentOf(startsAt),
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
