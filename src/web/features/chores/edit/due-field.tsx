import { useText } from "../../../i18n/catalogue.ts";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { SegmentedControl } from "../../../ui/controls/segmented.tsx";
import { TimeField } from "../../../ui/controls/text-field.tsx";
import type { FormPart } from "./edit-sheet.tsx";

/** By when on its day it is to be done. */
export function DueField({ draft, missing, change }: FormPart) {
  const { form } = useText().choreBoard;
  const isTimed = draft.dueTime !== null;
  return (
    <FieldSet label={form.due} error={missing.dueTime && form.time}>
      <div className="chores-due">
        <SegmentedControl
          label={form.due}
          value={isTimed ? "at" : "any"}
          segments={[
            { value: "any", label: form.anyTime },
            { value: "at", label: form.atTime },
          ]}
          onChange={(value) => change({ dueTime: value === "at" ? "18:00" : null })}
        />
        {draft.dueTime !== null && (
          <TimeField label={form.time} hideLabel value={draft.dueTime} onChange={(dueTime) => change({ dueTime })} />
        )}
      </div>
    </FieldSet>
  );
}
