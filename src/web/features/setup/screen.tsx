/** Screen `/setup`, on which a household is created on a new server. */
import { Redirect } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { later } from "#web/page/lazy.ts";
import { useIsAdult, useSession } from "#web/sync/session.ts";
import { Alone } from "./alone.tsx";
import { useSecret } from "./secret.ts";
import { FirstSteps } from "./steps/first-steps.tsx";

/**
 * Later steps of the setup. These steps are a separate download, because they are shown only after the owner has signed
 * in.
 */
const LaterSteps = later(({ LaterSteps: steps }) => steps);

export function SetupScreen() {
  const session = useSession();
  const isAdult = useIsAdult();
  const secret = useSecret();
  if (session?.kind === "member") return isAdult ? <LaterSteps /> : <Redirect to="/" replace />;
  return secret ? <FirstSteps token={secret} /> : <NoLink />;
}

/** Hint for somebody who opens a new server without the setup link. */
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
