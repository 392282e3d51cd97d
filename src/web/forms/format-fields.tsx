import { useText } from "#web/i18n/catalogue.ts";
import { setPreference } from "#web/page/preferences.ts";
import { startFormats, startText } from "#web/page/text.ts";
import { chosenClock, chosenDateFormat, clocks, dateFormats, formatDayIn } from "#web/time/format.ts";
import { InstantFields, segmented, select, useStored } from "./instant-fields.tsx";

/**
 * Example date. Each option in the list of date formats shows this date in its format. The day 31 cannot be mistaken
 * for a month.
 */
const example = "2026-12-31";

/** Form fields that choose how this browser shows times and dates. Each choice is saved at once. */
export function FormatFields() {
  const { formats } = useText().settings;
  const byLanguage = { value: null, label: formats.byLanguage };
  const fields = [
    segmented({
      label: formats.clock,
      options: [byLanguage, ...clocks.map((value) => ({ value, label: formats.clocks[value] }))],
      ...useStored(chosenClock, (next) => choose("clock", next)),
    }),
    select({
      label: formats.dates,
      hint: formats.fieldsHint,
      options: [byLanguage, ...dateFormats.map((value) => ({ value, label: formatDayIn(example, value) }))],
      ...useStored(chosenDateFormat, (next) => choose("date-format", next)),
    }),
  ];
  return <InstantFields fields={fields} />;
}

function choose(name: "clock" | "date-format", next: string | null): void {
  setPreference(name, next);
  startFormats();
  // Renders every text again, and with the texts all times and dates.
  void startText();
}
