import { useMemo } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useHousehold } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import type { WallTime } from "#web/time/wall.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { type FieldError, messageOf } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { DateField, TextField, Typed } from "#web/ui/controls/text-field.tsx";
import { lastInstead, leftOut } from "./left-out.ts";
import { nextDates } from "./next-dates.ts";
import {
  defaultEnd,
  type Ending,
  isLastOfWeekday,
  isMonthEnd,
  ordinalOf,
  type Repeat,
  type RepeatKind,
  ruleOf,
  withWeekStart,
} from "./repeat.ts";
import { WeekdayPicker } from "./weekday-picker.tsx";
import { leftOutInWords, repeatInWords } from "./words.ts";

const shownDates = 4;

export function RepeatFields(props: {
  label: string;
  repeat: Repeat;
  start: WallTime;
  error: FieldError;
  onChange: (repeat: Repeat) => void;
}) {
  const { repeat, onChange } = props;
  const error = messageOf(props.error);
  const { day } = props.start;
  const text = useText();
  const words = text.repeat;
  const { weekStartsOn } = useHousehold();
  const set = (change: Partial<Repeat>) => onChange(withWeekStart(repeat, change, weekStartsOn));
  const choices = choicesFor(repeat, day);
  const rule = ruleOf(repeat, day);
  const unit = units[repeat.kind];
  const isDayMissing = repeat.kind === "weekly" && repeat.weekdays.length === 0;
  return (
    <div className="repeat-fields">
      <Select
        label={props.label}
        value={choiceOf(repeat)}
        options={choices.map((choice) => ({ value: choiceOf(choice), label: repeatInWords(choice, day, text) }))}
        onChange={(value) => {
          const choice = choices.find((each) => choiceOf(each) === value);
          if (choice) set({ ...choice, ending: choice.kind === "none" ? { kind: "never" } : repeat.ending });
        }}
      />
      {repeat.kind === "weekly" && (
        <WeekdayPicker
          label={words.onDays}
          value={repeat.weekdays}
          error={isDayMissing ? error : undefined}
          onChange={(weekdays) => set({ weekdays })}
        />
      )}
      {unit && (
        <TextField
          label={words.every[unit]}
          type="number"
          inputMode="numeric"
          min={1}
          max={99}
          value={repeat.every}
          onChange={(value) => set({ every: Math.min(Math.max(Math.floor(Number(value)) || 1, 1), 99) })}
        />
      )}
      {rule !== null && repeat.kind !== "own" && (
        <EndFields
          ending={repeat.ending}
          day={day}
          error={isDayMissing ? undefined : error}
          onChange={(ending) => set({ ending })}
        />
      )}
      <LeftOutNote repeat={repeat} day={day} onChange={onChange} />
      {rule !== null && <NextDates rule={rule} start={props.start} />}
      {repeat.kind === "own" && error && <p className="field-error">{error}</p>}
    </div>
  );
}

function LeftOutNote({ repeat, day, onChange }: { repeat: Repeat; day: string; onChange: (repeat: Repeat) => void }) {
  const words = useText().repeat;
  const left = leftOut(repeat, day);
  if (left === null) return null;
  return (
    <div className="repeat-left-out" role="status">
      <span>{leftOutInWords(left, words)}</span>
      <Button size="s" onClick={() => onChange(lastInstead(repeat, day))}>
        {words.takeLast}
      </Button>
    </div>
  );
}

function NextDates({ rule, start }: { rule: string; start: WallTime }) {
  const { repeat } = useText();
  const { timeZone } = useHousehold();
  const { day, time } = start;
  const dates = useMemo(() => nextDates(rule, { day, time }, timeZone, shownDates), [rule, day, time, timeZone]);
  if (dates === null) return <p className="field-error">{repeat.noRule}</p>;
  return (
    <div className="repeat-dates" role="status">
      <span className="soft small">{repeat.next}</span>
      <ul>
        {dates.map((date) => (
          <li key={date}>{formatDay(date)}</li>
        ))}
      </ul>
    </div>
  );
}

/** Unit of the interval, for kinds of repetition with an interval. */
const units: Partial<Record<RepeatKind, "days" | "weeks" | "months" | "years">> = {
  daily: "days",
  weekly: "weeks",
  monthDay: "months",
  monthDayOrLast: "months",
  monthEnd: "months",
  monthWeekday: "months",
  yearly: "years",
  yearlyLast: "years",
};

/** Returns the repetitions that can be chosen for a day. The current repetition is among them. */
function choicesFor(repeat: Repeat, day: string): readonly Repeat[] {
  const of = (kind: RepeatKind, change: Partial<Repeat> = {}): Repeat =>
    kind === repeat.kind && change.ordinal === undefined && change.every === undefined
      ? repeat
      : { ...repeat, kind, every: 1, ...change };
  const nth = ordinalOf(day);
  const date = Number(day.slice(8));
  const isFortnightly = repeat.kind === "weekly" && repeat.every === 2;
  const choices: readonly (Repeat | false)[] = [
    of("none"),
    of("daily"),
    of("weekdays"),
    isFortnightly ? { ...repeat, every: 1 } : of("weekly"),
    isFortnightly ? repeat : of("weekly", { every: 2 }),
    of("monthDay"),
    (repeat.kind === "monthDayOrLast" || date === 29 || date === 30) && of("monthDayOrLast", { date }),
    isMonthEnd(day) && of("monthEnd"),
    nth > 0 && of("monthWeekday", { ordinal: nth, ...keepEvery(repeat, nth) }),
    isLastOfWeekday(day) && of("monthWeekday", { ordinal: -1, ...keepEvery(repeat, -1) }),
    of("yearly"),
    (repeat.kind === "yearlyLast" || day.slice(5) === "02-29") && of("yearlyLast"),
    repeat.kind === "own" && repeat,
  ];
  return choices.filter((choice) => choice !== false).map((choice) => ({ ...choice, ending: { kind: "never" } }));
}

function keepEvery({ kind, ordinal, every }: Repeat, nth: number): Partial<Repeat> {
  return kind === "monthWeekday" && ordinal === nth ? { every } : {};
}

function choiceOf({ kind, ordinal, every }: Repeat): string {
  if (kind === "monthWeekday") return `${kind}${ordinal}`;
  return kind === "weekly" && every === 2 ? "fortnightly" : kind;
}

function EndFields(props: { ending: Ending; day: string; error: FieldError; onChange: (ending: Ending) => void }) {
  const { ending, day, error, onChange } = props;
  const { ends, endKinds, lastDay, howOften } = useText().repeat;
  const choose = (kind: Ending["kind"]) => {
    if (kind === "until") onChange({ kind, day: defaultEnd(day) });
    else onChange(kind === "count" ? { kind, count: 10 } : { kind });
  };
  return (
    <div className="repeat-ends">
      <Select
        label={ends}
        value={ending.kind}
        options={(["never", "until", "count"] as const).map((kind) => ({ value: kind, label: endKinds[kind] }))}
        onChange={choose}
      />
      {ending.kind === "until" && (
        <Typed
          as={DateField}
          label={lastDay}
          value={ending.day}
          min={day}
          error={error}
          onChange={(last) => onChange({ kind: "until", day: last })}
        />
      )}
      {ending.kind === "count" && (
        <TextField
          label={howOften}
          type="number"
          inputMode="numeric"
          min={1}
          value={ending.count || ""}
          error={error}
          onChange={(count) => onChange({ kind: "count", count: Math.floor(Number(count)) || 0 })}
        />
      )}
    </div>
  );
}
