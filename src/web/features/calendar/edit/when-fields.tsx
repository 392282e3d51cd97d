import { useText } from "../../../i18n/catalogue.ts";
import { Switch } from "../../../ui/controls/choice.tsx";
import { DateField, TimeField } from "../../../ui/controls/text-field.tsx";
import { Typed } from "../../../ui/controls/typed.tsx";
import type { Errors } from "../../../ui/forms/use-draft.ts";
import { type Draft, type Field, lastDayOf, lastingDays, startingAt } from "../model/draft.ts";
import { dayMinutes, dayOf, midnightOf, minuteAt, minuteOfDay, timeOf } from "../model/span.ts";

/** When something begins and ends. The end keeps its distance from a start that moves. */
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
