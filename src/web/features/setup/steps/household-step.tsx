import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Alone } from "../alone.tsx";
import { nameProblem } from "../person.ts";
import { TimeZoneField } from "../time-zone-field.tsx";
import type { Draft } from "./first-steps.tsx";
import { StepForm } from "./step-form.tsx";

/** What the household is called, and whose clock it lives by. */
export function HouseholdStep(props: {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  onBack: () => void;
  onNext: () => void;
}) {
  const text = useText();
  const { draft, onChange } = props;
  const [isTried, setTried] = useState(false);
  const problem = nameProblem(draft.householdName, [], text);
  const next = () => {
    setTried(true);
    if (!problem) props.onNext();
  };
  return (
    <Alone title={text.setup.householdTitle} lead={text.setup.householdLead} step={1}>
      <StepForm submit={text.common.next} onBack={props.onBack} onSubmit={next}>
        <TextField
          label={text.setup.householdName}
          value={draft.householdName}
          maxLength={200}
          required
          onFocus={(event) => event.currentTarget.select()}
          onChange={(householdName) => onChange({ householdName })}
          error={isTried ? problem : null}
        />
        <TimeZoneField value={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
      </StepForm>
    </Alone>
  );
}
