import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import { useHousehold } from "../../../sync/session.ts";
import { useToday } from "../../../time/zone.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { useAsking } from "../../setup/asking.ts";
import { type Expiry, endOf } from "./expiry.ts";
import { KeyExpiry } from "./key-expiry.tsx";
import { KeyReady } from "./key-ready.tsx";
import { KeyScopes } from "./key-scopes.tsx";
import { type Choice, choiceOf, type Preset, scopesOf } from "./scopes.ts";

const steps = ["name", "scopes", "expiry"] as const;

/** Makes a key in three steps, then shows it once. It is kept nowhere but on the screen. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const { settings, setup, common } = useText();
  const { keys: text } = settings;
  const { timeZone } = useHousehold();
  const today = useToday();
  const [step, setStep] = useState(0);
  const [isTried, setTried] = useState(false);
  const [name, setName] = useState("");
  const [preset, setPreset] = useState<Preset>("read");
  const [custom, setCustom] = useState<Choice>(choiceOf("none"));
  const [expiry, setExpiry] = useState<Expiry>("never");
  const [lastDay, setLastDay] = useState("");
  const [key, setKey] = useState<string | null>(null);
  const asking = useAsking();
  const first = useRef<HTMLInputElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  // Each step begins at its first field; the first one is the sheet's own affair.
  useLayoutEffect(() => {
    if (step > 0) fields.current?.querySelector("input")?.focus();
  }, [step]);
  if (key !== null) return <KeyReady secret={key} onClose={onClose} />;

  const scopes = scopesOf(preset === "custom" ? custom : choiceOf(preset === "read" ? "read" : "write"));
  const problem = [
    name.trim() ? null : setup.problems.nameMissing,
    scopes.length > 0 ? null : text.scopesMissing,
    expiry === "date" && lastDay < today ? setup.problems.expiryPast : null,
  ][step];
  const make = async () => {
    const expiresAt = endOf(expiry, lastDay, today, timeZone);
    const made = await asking.ask(() => read(api.v1["api-keys"].post({ name: name.trim(), scopes, expiresAt })));
    if (!made) return;
    setKey(made.key);
    invalidate(["api_key"]);
  };
  const next = () => {
    setTried(true);
    if (problem || asking.isBusy) return;
    setTried(false);
    if (step < steps.length - 1) setStep(step + 1);
    else void make();
  };
  const back = () => (step === 0 ? onClose() : setStep(step - 1));
  const error = isTried ? (problem ?? null) : null;
  const titles = { name: text.stepName, scopes: text.stepScopes, expiry: text.stepExpiry };
  const current = steps[step] ?? "name";
  return (
    <Sheet
      open
      onClose={onClose}
      title={titles[current]}
      sub={setup.stepOf(step + 1, steps.length)}
      initialFocus={first}
      onSubmit={next}
      footer={
        <>
          <Button onClick={back}>{step === 0 ? common.cancel : common.back}</Button>
          <Button type="submit" variant="primary" busy={asking.isBusy}>
            {step < steps.length - 1 ? common.next : text.make}
          </Button>
        </>
      }
    >
      <div ref={fields} className="settings-form">
        {current === "name" && (
          <TextField
            ref={first}
            label={text.name}
            value={name}
            maxLength={100}
            placeholder={text.nameExample}
            onChange={setName}
            hint={text.nameHint}
            error={error}
          />
        )}
        {current === "scopes" && (
          <KeyScopes preset={preset} onPreset={setPreset} choice={custom} onChoice={setCustom} error={error} />
        )}
        {current === "expiry" && (
          <KeyExpiry expiry={expiry} onExpiry={setExpiry} day={lastDay} onDay={setLastDay} error={error} />
        )}
      </div>
      <div aria-live="assertive">{asking.error && <p className="form-error">{asking.error}</p>}</div>
    </Sheet>
  );
}
