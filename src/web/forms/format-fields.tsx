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
import { InstantFields, segmented, select, useStored } from "./instant-fields.tsx";

/** Example date. Its day cannot be mistaken for a month. */
const example = "2026-12-31";

/** Form fields that choose how this browser shows times and dates. Each choice is saved at once. */
export function FormatFields() {
  const { formats } = useText().settings;
  const byLanguage = { value: null, label: formats.byLanguage };
  const fields = [
    segmented({
      label: formats.clock,
      options: [byLanguage, ...clocks.map((value) => ({ value, label: formats.clocks[value] }))],
      ...useStored(chosenClock, chooseClock),
    }),
    select({
      label: formats.dates,
      hint: formats.fieldsHint,
      options: [byLanguage, ...dateFormats.map((value) => ({ value, label: formatDayIn(example, value) }))],
      ...useStored(chosenDateFormat, chooseDateFormat),
    }),
  ];
  return <InstantFields fields={fields} />;
}
