import { useText } from "../../../i18n/catalogue.ts";
import { Button, IconButton } from "../../../ui/controls/button.tsx";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { TextField, TimeField } from "../../../ui/controls/text-field.tsx";
import { Plus, X } from "../../../ui/icons.ts";
import type { CheckIn } from "../model/source.ts";

type Times = CheckIn["times"];

/** When in the day it asks; each time may have words of its own (“after supper”). */
export function TimesField(props: { times: Times; onChange: (times: Times) => void; error: string | null }) {
  const { checkInScreen, common } = useText();
  const { times, onChange } = props;
  const change = (at: number, patch: Partial<Times[number]>) =>
    onChange(times.map((each, index) => (index === at ? { ...each, ...patch } : each)));
  return (
    <FieldSet label={checkInScreen.times} error={props.error}>
      <ul className="check-ins-rows">
        {times.map(({ time, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: times are told apart by their place while they are typed
          <li key={index}>
            <TimeField
              label={checkInScreen.timeNumber(index + 1)}
              hideLabel
              value={time}
              onChange={(next) => change(index, { time: next })}
            />
            <TextField
              label={checkInScreen.timeLabel(index + 1)}
              hideLabel
              placeholder={checkInScreen.timePlaceholder}
              value={label ?? ""}
              maxLength={40}
              onChange={(next) => change(index, { label: next || null })}
            />
            {times.length > 1 && (
              <IconButton
                aria-label={`${common.remove}: ${time}`}
                onClick={() => onChange(times.filter((_, each) => each !== index))}
              >
                <X />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="s" icon={<Plus />} onClick={() => onChange([...times, { time: "", label: null }])}>
        {checkInScreen.addTime}
      </Button>
    </FieldSet>
  );
}
