import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import {
  chooseClock,
  chooseDateFormat,
  chosenClock,
  chosenDateFormat,
  clocks,
  dateFormats,
  formatDayIn,
} from "#web/time/format.ts";
import { InstantFields, segmented, select } from "./instant-fields.tsx";

/** Example date. Its day cannot be mistaken for a month. */
const example = "2026-12-31";

/** Form fields that choose how this browser shows times and dates. Each choice is saved at once. */
export function FormatFields() {
  const { formats } = useText().settings;
  const [clock, setClock] = useState(chosenClock);
  const [dateFormat, setDateFormat] = useState(chosenDateFormat);
  const byLanguage = { value: null, label: formats.byLanguage };
  const fields = [
    segmented({
      label: formats.clock,
      value: clock,
      options: [byLanguage, ...clocks.map((value) => ({ value, label: formats.clocks[value] }))],
      write: (next) => {
        void chooseClock(next);
        setClock(next);
      },
    }),
    select({
      label: formats.dates,
      hint: formats.fieldsHint,
      value: dateFormat,
      options: [byLanguage, ...dateFormats.map((value) => ({ value, label: formatDayIn(example, value) }))],
      write: (next) => {
        void chooseDateFormat(next);
        setDateFormat(next);
      },
    }),
  ];
  return <InstantFields fields={fields} />;
}
