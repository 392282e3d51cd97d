/** `/setup`: makes the household on a fresh server, then helps it in. */
import { Redirect } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { later } from "../../parts.ts";
import { useIsAdult, useSession } from "../../sync/session.ts";
import { Alone } from "./alone.tsx";
import { useSecret } from "./secret.ts";
import { FirstSteps } from "./steps/first-steps.tsx";

/** Only somebody who is signed in by then needs them. */
const LaterSteps = later(({ LaterSteps: steps }) => steps);

/** Makes a household; afterwards it adds the other members and offers next steps. */
export function SetupScreen() {
  const session = useSession();
  const isAdult = useIsAdult();
  const secret = useSecret();
  if (session?.kind === "member") return isAdult ? <LaterSteps /> : <Redirect to="/" replace />;
  return secret ? <FirstSteps token={secret} /> : <NoLink />;
}

/** A fresh server that was opened without its link: explains where to find the link. */
function NoLink() {
  const { setup } = useText();
  return (
    <Alone title={setup.noLink} lead={setup.noLinkText}>
      <p className="setup-link">
        <code>{`${location.origin}/setup#…`}</code>
      </p>
      <p className="soft">{setup.noLinkFind}</p>
    </Alone>
  );
}
