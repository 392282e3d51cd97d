import { useEffect, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { PasswordField, passwordError } from "#web/forms/password-field.tsx";
import { TimeZoneField } from "#web/forms/time-zone-field.tsx";
import { type Errors, useDraft } from "#web/forms/use-draft.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { completeSignIn } from "#web/page/sync.ts";
import { EmailField, emailError, type Look, nameError, PersonFields } from "#web/people/person-fields.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { ownZone } from "#web/time/wall.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { CircleCheck } from "#web/ui/icons.ts";
import { Alone } from "../alone.tsx";
import { createHousehold } from "../model/commands.ts";
import { forgetSecret } from "../secret.ts";
import { draftShelf } from "./draft-shelf.ts";
import { StepForm } from "./step-form.tsx";

type Draft = Look & {
  readonly householdName: string;
  readonly timeZone: string;
  readonly email: string;
  readonly password: string;
};

const shelf = draftShelf<Omit<Draft, "password">>("setup");

function emptyDraft({ setup }: Catalogue): Draft {
  return {
    householdName: setup.householdExample,
    timeZone: ownZone(),
    name: "",
    color: "coral",
    avatar: null,
    email: "",
    password: "",
  };
}

function errorsOf(draft: Draft, step: string | null, text: Catalogue): Errors<keyof Draft> {
  if (step !== "you") return { householdName: nameError(draft.householdName, [], text) };
  const { name, email, password } = draft;
  return {
    name: nameError(name, [], text),
    email: emailError(email, text),
    password: passwordError(password, text),
  };
}

/**
 * First steps of the setup. The steps create the household and sign in its owner. `token` is the one-time token of the
 * setup link.
 */
export function FirstSteps({ token }: { token: string }) {
  const text = useText();
  const { setup, common } = text;
  const { value, open, replace, close } = useOverlay("step");
  const form = useDraft<Draft>(() => ({ ...emptyDraft(text), ...shelf.get() }), {
    validate: (draft) => errorsOf(draft, value.step, text),
    fields: { memberName: "name" },
  });
  const { draft, errors } = form;
  const [, navigate] = useLocation();
  const [isBegun] = useState(value.step === null && draft.name !== "");
  // A newer link continues an unfinished setup.
  useEffect(() => {
    if (isBegun) replace({ step: "you" });
  }, [isBegun, replace]);
  const change = (patch: Partial<Draft>) => {
    form.change(patch);
    const { password: _, ...kept } = { ...draft, ...patch };
    shelf.put(kept);
  };
  const make = async () => {
    if (!form.check()) return;
    const who = await form.run(createHousehold, { token, ...draft, groceryListName: setup.groceryListName });
    if (!who) return;
    forgetSecret();
    shelf.put(null);
    navigate("/setup", { replace: true });
    await completeSignIn(who);
  };
  if (value.step === null) return <WelcomeStep onNext={() => open({ step: "household" })} />;
  if (value.step !== "you") {
    return (
      <Alone title={setup.householdTitle} lead={setup.householdLead} step={1}>
        <StepForm
          key="household"
          form={form}
          submit={common.next}
          onBack={close}
          onSubmit={() => form.check() && open({ step: "you" })}
        >
          <TextField
            label={setup.householdName}
            value={draft.householdName}
            maxLength={200}
            required
            onFocus={(event) => event.currentTarget.select()}
            onChange={(householdName) => change({ householdName })}
            error={errors.householdName}
          />
          <TimeZoneField value={draft.timeZone} onChange={(timeZone) => change({ timeZone })} error={errors.timeZone} />
        </StepForm>
      </Alone>
    );
  }
  return (
    <Alone title={setup.youTitle} lead={setup.youLead} step={2}>
      <StepForm key="you" form={form} submit={setup.finish} onBack={close} onSubmit={() => void make()}>
        <PersonFields draft={draft} errors={errors} change={change} isSelf />
        <EmailField
          label={`${setup.email} (${common.optional})`}
          autoComplete="email"
          value={draft.email}
          onChange={(email) => change({ email })}
          hint={setup.emailHint}
          error={errors.email}
        />
        <PasswordField
          label={setup.password}
          isNew
          known={[draft.name, draft.householdName]}
          value={draft.password}
          onChange={(password) => change({ password })}
          error={errors.password}
        />
      </StepForm>
    </Alone>
  );
}

function WelcomeStep({ onNext }: { onNext: () => void }) {
  const { setup } = useText();
  return (
    <Alone title={setup.welcome} lead={setup.welcomeLead}>
      <ul className="setup-points">
        {setup.welcomePoints.map((point) => (
          <li key={point}>
            <CircleCheck />
            {point}
          </li>
        ))}
      </ul>
      <Button variant="primary" size="l" wide onClick={onNext}>
        {setup.begin}
      </Button>
      <p className="soft small alone-center">{setup.beginHint}</p>
    </Alone>
  );
}
