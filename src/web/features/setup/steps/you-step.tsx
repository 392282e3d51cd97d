import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Alone } from "../alone.tsx";
import { PasswordField } from "../password-field.tsx";
import { emailProblem, nameProblem, passwordProblem } from "../person.ts";
import { PersonFields } from "../person-fields.tsx";
import type { Draft } from "./first-steps.tsx";
import { StepForm } from "./step-form.tsx";

/** The first member: how they look, and how they sign in. */
export function YouStep(props: {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  onBack: () => void;
  onNext: () => void;
  isBusy: boolean;
  error: string | null;
}) {
  const text = useText();
  const { setup, common } = text;
  const { draft, onChange } = props;
  const [isTried, setTried] = useState(false);
  const problems = {
    name: nameProblem(draft.look.name, [], text),
    email: emailProblem(draft.email, text),
    password: passwordProblem(draft.password, text),
  };
  const next = () => {
    setTried(true);
    if (!Object.values(problems).some(Boolean)) props.onNext();
  };
  return (
    <Alone title={setup.youTitle} lead={setup.youLead} step={2}>
      <StepForm submit={setup.finish} onBack={props.onBack} onSubmit={next} isBusy={props.isBusy} error={props.error}>
        <PersonFields
          value={draft.look}
          onChange={(look) => onChange({ look })}
          nameError={isTried ? problems.name : null}
          isSelf
        />
        <TextField
          label={`${setup.email} (${common.optional})`}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
          value={draft.email}
          onChange={(email) => onChange({ email })}
          hint={setup.emailHint}
          error={isTried ? problems.email : null}
        />
        <PasswordField
          label={setup.password}
          isNew
          known={[draft.look.name, draft.householdName]}
          value={draft.password}
          onChange={(password) => onChange({ password })}
          error={isTried ? problems.password : null}
        />
      </StepForm>
    </Alone>
  );
}
