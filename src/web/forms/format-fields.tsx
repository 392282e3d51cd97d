import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { setPreference } from "#web/page/preferences.ts";
import { startFormats, startText } from "#web/page/text.ts";
import { chosenClock, chosenDateFormat, clocks, dateFormats, formatDayIn } from "#web/time/format.ts";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";

const byLanguage = "language";
/** Example date. Its day cannot be mistaken for a month. */
const example = "2026-12-31";

/** Form fields that choose how this browser shows times and dates. Each choice is saved at once. */
export function FormatFields() {
  const { formats } = useText().settings;
  const [clock, setClock] = useState(chosenClock);
  const [dateFormat, setDateFormat] = useState(chosenDateFormat);
  return (
    <>
      <SegmentedField
        label={formats.clock}
        value={clock ?? byLanguage}
        segments={[
          { value: byLanguage, label: formats.byLanguage },
          ...clocks.map((value) => ({ value, label: formats.clocks[value] })),
        ]}
        onChange={(value) => {
          const next = value === byLanguage ? null : value;
          choose("clock", next);
          setClock(next);
        }}
      />
      <Select
        label={formats.dates}
        hint={formats.fieldsHint}
        value={dateFormat ?? byLanguage}
        options={[
          { value: byLanguage, label: formats.byLanguage },
          ...dateFormats.map((value) => ({ value, label: formatDayIn(example, value) })),
        ]}
        onChange={(value) => {
          const next = value === byLanguage ? null : value;
          choose("date-format", next);
          setDateFormat(next);
        }}
      />
    </>
  );
}

function choose(name: "clock" | "date-format", next: string | null): void {
  setPreference(name, next);
  startFormats();
  // Renders every text again, and with the texts all times and dates.
  void startText();
}
