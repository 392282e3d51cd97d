import { useText } from "../../../i18n/catalogue.ts";
import { useHousehold } from "../../../sync/session.ts";
import { formatDay } from "../../../time/format.ts";
import { ChipButton } from "../../../ui/controls/chip.tsx";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { Select } from "../../../ui/controls/select.tsx";
import { DateField } from "../../../ui/controls/text-field.tsx";
import { firstDay, repeatKinds, repeatWords, ruleOf, weekdayName } from "../model/repeat.ts";
import type { FormPart } from "./edit-sheet.tsx";

/** How often it is to be done, and from when on. */
export function RepeatFields({ draft, missing, change }: FormPart) {
  const { choreBoard } = useText();
  const { form } = choreBoard;
  const { repeat, startDate } = draft;
  const kinds = [...repeatKinds, ...(repeat.rule === null ? [] : (["own"] as const))];
  return (
    <>
      <Select
        label={form.repeat}
        value={repeat.kind}
        options={kinds.map((kind) => ({ value: kind, label: choreBoard.repeatKinds[kind] }))}
        onChange={(kind) => change({ repeat: { ...repeat, kind } })}
      />
      {repeat.kind === "days" && (
        <Weekdays
          value={repeat.weekdays}
          error={missing.weekdays && form.weekdaysMissing}
          onChange={(weekdays) => change({ repeat: { ...repeat, weekdays } })}
        />
      )}
      <DateField
        label={repeat.kind === "once" ? form.startOnce : form.start}
        value={startDate}
        error={missing.startDate && form.startMissing}
        hint={startDate && <When repeat={repeat} startDate={startDate} />}
        onChange={(next) => change({ startDate: next })}
      />
    </>
  );
}

/** “every Saturday”, and the first day where that is not the one chosen. */
function When({ repeat, startDate }: Pick<FormPart["draft"], "repeat" | "startDate">) {
  const { form } = useText().choreBoard;
  const first = firstDay(repeat, startDate);
  const words = repeatWords(ruleOf(repeat, first), first);
  return first === startDate ? words : `${words} – ${form.firstOn(formatDay(first, "long"))}`;
}

function Weekdays(props: { value: readonly number[]; error: string | undefined; onChange: (days: number[]) => void }) {
  const { form } = useText().choreBoard;
  const { weekStartsOn } = useHousehold();
  const order = [0, 1, 2, 3, 4, 5, 6].map((index) => ((weekStartsOn - 1 + index) % 7) + 1);
  const toggle = (day: number) => {
    const isOn = props.value.includes(day);
    const next = isOn ? props.value.filter((each) => each !== day) : [...props.value, day];
    props.onChange(next.sort((a, b) => a - b));
  };
  return (
    <FieldSet label={form.weekdays} error={props.error}>
      <div className="chores-weekdays">
        {order.map((day) => (
          <ChipButton key={day} pressed={props.value.includes(day)} onClick={() => toggle(day)}>
            {weekdayName(day)}
          </ChipButton>
        ))}
      </div>
    </FieldSet>
  );
}
