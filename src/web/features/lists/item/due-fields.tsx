import { useText } from "../../../i18n/catalogue.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { DateField, TimeField } from "../../../ui/controls/text-field.tsx";
import { X } from "../../../ui/icons.ts";
import { dueFields, dueInstant } from "../model/due.ts";

type Props = { dueDate: string | null; timeZone: string; onChange: (dueDate: string | null) => void };

/** The day by which something is due, and a time on it if that matters. */
export function DueFields({ dueDate, timeZone, onChange }: Props) {
  const { item } = useText().lists;
  const { day, time } = dueFields(dueDate, timeZone);
  const change = (wanted: { day: string; time: string }) => {
    const next = dueInstant(wanted.day, wanted.time, timeZone);
    if (next !== dueDate) onChange(next);
  };
  return (
    <div className="lists-due">
      <DateField label={item.due} value={day} onChange={(value) => change({ day: value, time })} />
      {day && <TimeField label={item.dueTime} value={time} onChange={(value) => change({ day, time: value })} />}
      {day && (
        <Button variant="quiet" icon={<X />} onClick={() => onChange(null)}>
          {item.noDue}
        </Button>
      )}
    </div>
  );
}
