import { useEffect, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { type Catalogue, useText } from "../../../i18n/catalogue.ts";
import { useOpen } from "../../../shell/use-open.ts";
import { api, read } from "../../../sync/api/client.ts";
import { Failure } from "../../../sync/api/failures.ts";
import { recheckSession } from "../../../sync/client.ts";
import { arrive } from "../../../sync/signing.ts";
import { useAsking } from "../asking.ts";
import type { Look } from "../person.ts";
import { forgetSecret } from "../secret.ts";
import { ownZone } from "../time-zones.ts";
import { draftShelf } from "./draft-shelf.ts";
import { HouseholdStep } from "./household-step.tsx";
import { WelcomeStep } from "./welcome-step.tsx";
import { YouStep } from "./you-step.tsx";

/** What is gathered on the way. */
export type Draft = {
  readonly householdName: string;
  readonly timeZone: string;
  readonly look: Look;
  readonly email: string;
  readonly password: string;
};

const shelf = draftShelf<Omit<Draft, "password">>("setup");

function emptyDraft({ setup }: Catalogue): Draft {
  return {
    householdName: setup.householdExample,
    timeZone: ownZone(),
    look: { name: "", color: "coral", avatar: null },
    email: "",
    password: "",
  };
}

/** Welcome, the household, and you, each with its address; then it is made, and you are signed in. `token` is the link's. */
export function FirstSteps({ token }: { token: string }) {
  const text = useText();
  const step = useOpen("step");
  const [draft, setDraft] = useState(() => ({ ...emptyDraft(text), ...shelf.get() }));
  const [, navigate] = useLocation();
  const asking = useAsking();
  const { value, replace } = step;
  const [isBegun] = useState(value === null && draft.look.name !== "");
  // Whoever comes again, by a newer link, goes on where they were.
  useEffect(() => {
    if (isBegun) replace("you");
  }, [isBegun, replace]);
  const change = (part: Partial<Draft>) => {
    const { password, ...kept } = { ...draft, ...part };
    setDraft({ ...kept, password });
    shelf.put(kept);
  };
  const make = async () => {
    const who = await asking.ask(() => create(token, draft).catch(afterRefusal));
    if (!who) return;
    forgetSecret();
    shelf.put(null);
    navigate("/setup", { replace: true });
    await arrive(who);
  };
  if (step.value === null) return <WelcomeStep onNext={() => step.open("household")} />;
  if (step.value !== "you") {
    return <HouseholdStep draft={draft} onChange={change} onBack={step.close} onNext={() => step.open("you")} />;
  }
  return (
    <YouStep
      draft={draft}
      onChange={change}
      onBack={step.close}
      onNext={() => void make()}
      isBusy={asking.isBusy}
      error={asking.error}
    />
  );
}

/** Somebody may have been faster; then this is no place to stay. */
function afterRefusal(error: unknown): never {
  if (error instanceof Failure && error.status === 403) recheckSession();
  throw error;
}

/** Makes the household, and gives its first member their colour and picture. */
async function create(token: string, { householdName, timeZone, look, email, password }: Draft) {
  const who = await read(
    api.app.setup.post({
      token,
      householdName: householdName.trim(),
      timeZone,
      memberName: look.name.trim(),
      email: email.trim() || null,
      password,
    }),
  );
  // The household is there: what follows is a nicety, and can be done again in the settings.
  const member = await read(
    api.app.members({ id: who.member.id }).patch({ color: look.color, avatar: look.avatar }),
  ).catch(() => who.member);
  return { household: who.household, member };
}
