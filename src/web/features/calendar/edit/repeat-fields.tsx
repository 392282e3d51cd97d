import { useText } from "../../../i18n/catalogue.ts";
import { useHousehold } from "../../../sync/session.ts";
import { Select } from "../../../ui/controls/select.tsx";
import { DateField, TextField } from "../../../ui/controls/text-field.tsx";
import type { Draft } from "../model/draft.ts";
import type { Errors } from "../model/errors.ts";
import {
  type Ending,
  isLastOfWeekday,
  isMonthEnd,
  ordinalOf,
  type Repeat,
  type RepeatKind,
  ruleOf,
  usualEnd,
} from "../model/repeat.ts";
import { wordsOf } from "../model/repeat-words.ts";
import { dayOf } from "../model/span.ts";
import { NextDates } from "./next-dates.tsx";
import { Weekdays } from "./weekdays.tsx";
import { Typed } from "./when-fields.tsx";

/** How it repeats, and the next dates of that. */
export function RepeatFields(props: { draft: Draft; onChange: (change: Partial<Draft>) => void; errors: Errors }) {
  const { draft, onChange, errors } = props;
  const { repeat, span } = draft;
  const text = useText();
  const { timeZone } = useHousehold();
  const words = text.calendar.repeat;
  const day = dayOf(span.start);
  const set = (change: Partial<Repeat>) => onChange({ repeat: { ...repeat, ...change } });
  const choices = choicesFor(repeat, day);
  const rule = ruleOf(repeat, day);
  const unit = units[repeat.kind];
  return (
    <div className="calendar-repeat">
      <Select
        label={text.calendar.repeats}
        value={choiceOf(repeat)}
        options={choices.map((choice) => ({ value: choiceOf(choice), label: wordsOf(choice, day, text) }))}
        onChange={(value) => {
          const choice = choices.find((each) => choiceOf(each) === value);
          if (choice) set({ ...choice, ending: choice.kind === "none" ? { kind: "never" } : repeat.ending });
        }}
      />
      {repeat.kind === "weekly" && (
        <Weekdays label={words.onDays} value={repeat.weekdays} onChange={(weekdays) => set({ weekdays })} />
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
        <EndFields ending={repeat.ending} day={day} error={errors.repeat} onChange={(ending) => set({ ending })} />
      )}
      {rule !== null && <NextDates rule={rule} start={span.start} timeZone={timeZone} />}
      {repeat.kind === "own" && errors.repeat && <p className="field-error">{errors.repeat}</p>}
    </div>
  );
}

/** Those that can be every other one. */
const units: Partial<Record<RepeatKind, "days" | "weeks" | "months" | "years">> = {
  daily: "days",
  weekly: "weeks",
  monthDay: "months",
  monthEnd: "months",
  monthWeekday: "months",
  yearly: "years",
};

/** What there is to choose from for something that begins on `day`; what is chosen already is among them. */
function choicesFor(repeat: Repeat, day: string): readonly Repeat[] {
  const of = (kind: RepeatKind, change: Partial<Repeat> = {}): Repeat =>
    kind === repeat.kind && change.ordinal === undefined && change.every === undefined
      ? repeat
      : { ...repeat, kind, every: 1, ...change };
  const nth = ordinalOf(day);
  const isFortnightly = repeat.kind === "weekly" && repeat.every === 2;
  const choices: readonly (Repeat | false)[] = [
    of("none"),
    of("daily"),
    of("weekdays"),
    isFortnightly ? { ...repeat, every: 1 } : of("weekly"),
    isFortnightly ? repeat : of("weekly", { every: 2 }),
    of("monthDay"),
    isMonthEnd(day) && of("monthEnd"),
    nth > 0 && of("monthWeekday", { ordinal: nth, ...keepEvery(repeat, nth) }),
    isLastOfWeekday(day) && of("monthWeekday", { ordinal: -1, ...keepEvery(repeat, -1) }),
    of("yearly"),
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

function EndFields(props: {
  ending: Ending;
  day: string;
  error: string | undefined;
  onChange: (ending: Ending) => void;
}) {
  const { ending, day, error, onChange } = props;
  const { calendar } = useText();
  const { ends, endKinds, lastDay, howOften } = calendar.repeat;
  const choose = (kind: Ending["kind"]) => {
    if (kind === "until") onChange({ kind, day: usualEnd(day) });
    else onChange(kind === "count" ? { kind, count: 10 } : { kind });
  };
  return (
    <div className="calendar-ends">
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
