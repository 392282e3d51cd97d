import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { addDays } from "#lib/days.ts";
import { Copyable } from "#web/forms/copyable.tsx";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { SecretSheet } from "#web/forms/secret-sheet.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";
import { useHousehold, useToday, useViewer } from "#web/sync/session.ts";
import { instantAt } from "#web/time/zone.ts";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { RadioGroup } from "#web/ui/controls/radio-group.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { DateField, TextField } from "#web/ui/controls/text-field.tsx";
import { type Client, clients, setupFor } from "./clients.ts";
import { type Choice, choiceOf, choiceWith, groups, levelsOf, type Preset, presets, scopesOf } from "./scopes.ts";

const steps = ["name", "scopes", "expiry"] as const;
const expiries = ["never", "month", "quarter", "year", "date"] as const;
const days = { month: 30, quarter: 90, year: 365 } as const;

type Draft = {
  readonly name: string;
  readonly preset: Preset;
  /** Scopes that are chosen one by one. Used only for the preset "custom". */
  readonly custom: Choice;
  readonly expiry: (typeof expiries)[number];
  /** Last day on which the API key is valid, if the expiry is "date". */
  readonly lastDay: string;
};

type StepProps = Pick<ReturnType<typeof useDraft<Draft>>, "draft" | "errors" | "change" | "field">;

/** Sheet to create an API key. The key is shown once and is not stored in the app. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const { settings, setup, common } = useText();
  const { keys: text } = settings;
  const { timeZone } = useHousehold();
  const today = useToday();
  const [step, setStep] = useState(0);
  const current = steps[step] ?? "name";
  const form = useDraft<Draft>(
    { name: "", preset: "read", custom: choiceWith([]), expiry: "never", lastDay: "" },
    {
      validate: ({ name, preset, custom, expiry, lastDay }) => ({
        name: name.trim() ? null : setup.problems.nameMissing,
        custom: step > 0 && scopesOf(choiceOf(preset, custom)).length === 0 ? text.scopesMissing : null,
        lastDay: step > 1 && expiry === "date" && lastDay < today ? setup.problems.expiryPast : null,
      }),
      fields: { scopes: "custom", expiresAt: "lastDay" },
    },
  );
  const [key, setKey] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  // The sheet focuses the field of the first step itself.
  useLayoutEffect(() => {
    if (step > 0) fields.current?.querySelector("input")?.focus();
  }, [step]);
  if (key !== null) return <KeyReady secret={key} onClose={onClose} />;

  const isLast = step === steps.length - 1;
  /** Goes back to the step that has the field that the server refused. Then throws the error again. */
  const returnToStep = (failure: unknown): never => {
    const at = failure instanceof Failure ? steps.findIndex((each) => failure.field?.startsWith(each)) : -1;
    if (at >= 0) setStep(at);
    throw failure;
  };
  /** Opens the next step or, at the last step, creates the API key. The sheet stays open. */
  const next = async ({ name, preset, custom, expiry, lastDay }: Draft) => {
    if (isLast) {
      const scopes = scopesOf(choiceOf(preset, custom));
      const body = { name, scopes, expiresAt: endOf(expiry, lastDay, today, timeZone) };
      const send: typeof createKey.send = (...args) => createKey.send(...args).catch(returnToStep);
      setKey((await form.run({ ...createKey, send }, body))?.key ?? null);
    } else setStep(step + 1);
    return null;
  };
  const titles = { name: text.stepName, scopes: text.stepScopes, expiry: text.stepExpiry };
  return (
    <EditSheet
      form={form}
      onClose={onClose}
      title={titles[current]}
      sub={setup.stepOf(step + 1, steps.length)}
      initialFocus={first}
      onSave={next}
      onBack={step === 0 ? null : () => setStep(step - 1)}
      save={isLast ? text.make : common.next}
      counts={false}
    >
      <div ref={fields} className="inline-form">
        {current === "name" && (
          <TextField
            {...form.field("name")}
            ref={first}
            label={text.name}
            maxLength={100}
            placeholder={text.nameExample}
            hint={text.nameHint}
          />
        )}
        {current === "scopes" && <KeyScopes {...form} />}
        {current === "expiry" && <KeyExpiry {...form} />}
      </div>
    </EditSheet>
  );
}

const createKey = command({
  invalidates: ["api_key"],
  send: (body: Parameters<Operations["v1"]["api-keys"]["post"]>[0], api) => read(api.v1["api-keys"].post(body)),
});

/**
 * Returns the time at which an API key expires: the end of its last valid day in the household's time zone. If `expiry`
 * is “date”, this day is `lastDay`. Returns null if the key never expires, or if `lastDay` is needed but empty.
 */
function endOf(expiry: Draft["expiry"], lastDay: string, today: string, timeZone: string): string | null {
  if (expiry === "never") return null;
  const last = expiry === "date" ? lastDay : addDays(today, days[expiry]);
  return last ? instantAt({ day: addDays(last, 1), time: "00:00" }, timeZone) : null;
}

function KeyScopes({ draft: { preset, custom }, errors, change, field }: StepProps) {
  const { keys: text } = useText().settings;
  const viewer = useViewer();
  const shown = choiceOf(preset, custom);
  const isHalf = shown.meals === "write" && shown.lists !== "write";
  return (
    <>
      <FieldSet label={text.stepScopes} hideLabel hint={text.presetHints[preset]} error={errors.custom}>
        <SegmentedControl
          {...field("preset")}
          label={text.stepScopes}
          wide
          segments={presets.map((value) => ({ value, label: text.presets[value] }))}
        />
      </FieldSet>
      <ul className="settings-scopes">
        {groups.map((group) => (
          <li key={group}>
            <div className="settings-scope">
              <strong>{text.groups[group].name}</strong>
              {shown[group] !== "none" && <span className="soft small">{text.groups[group][shown[group]]}</span>}
            </div>
            {preset === "custom" && (
              <SegmentedControl
                label={text.groups[group].name}
                value={custom[group]}
                segments={levelsOf(group).map((value) => ({ value, label: text.levels[value] }))}
                onChange={(level) => change({ custom: { ...custom, [group]: level } })}
              />
            )}
          </li>
        ))}
      </ul>
      {isHalf && <p className="form-note">{text.groceriesHint}</p>}
      {viewer && <p className="soft small">{text.personal(viewer.name)}</p>}
    </>
  );
}

function KeyExpiry({ draft, field }: StepProps) {
  const { keys: text } = useText().settings;
  const today = useToday();
  return (
    <>
      <RadioGroup
        {...field("expiry")}
        label={text.stepExpiry}
        hideLabel
        className="settings-radios"
        optionClass="choice settings-radio"
        options={expiries.map((value) => ({ value, content: text.expiries[value] }))}
      />
      {draft.expiry === "date" && (
        <DateField {...field("lastDay")} label={text.expiryDay} min={today} max={addDays(today, 3_650)} />
      )}
    </>
  );
}

/** Shows a new API key once. Asks for confirmation if the user closes the sheet before copying anything. */
function KeyReady({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { keys: text } = useText().settings;
  const [client, setClient] = useState<Client>("claudeCode");
  return (
    <SecretSheet title={text.readyTitle} text={text} onClose={onClose}>
      {(onKept) => (
        <>
          <Copyable label={text.key} text={secret} lines onCopied={onKept} />
          <Select
            label={text.client}
            value={client}
            options={clients.map((value) => ({ value, label: text.clients[value] }))}
            onChange={setClient}
          />
          <p>{text.clientHints[client]}</p>
          <Copyable
            key={client}
            label={text.setup}
            text={setupFor(client, location.origin, secret)}
            lines={client !== "claudeDesktop"}
            onCopied={onKept}
          />
        </>
      )}
    </SecretSheet>
  );
}
