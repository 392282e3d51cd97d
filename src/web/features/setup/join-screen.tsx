/** `/join#token`: a member who was invited sets a password. */
import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { api, read } from "../../sync/api/client.ts";
import { Failure } from "../../sync/api/failures.ts";
import { useSession } from "../../sync/session.ts";
import { arrive } from "../../sync/signing.ts";
import { buttonClass } from "../../ui/controls/button.tsx";
import { toasts } from "../../ui/overlay/toast-store.ts";
import { Alone } from "./alone.tsx";
import { useAsking } from "./asking.ts";
import { PasswordField } from "./password-field.tsx";
import { passwordProblem } from "./person.ts";
import { forgetSecret, useSecret } from "./secret.ts";
import { StepForm } from "./steps/step-form.tsx";

/** Joining by an invitation. */
export function JoinScreen() {
  const text = useText();
  const { setup } = text;
  const secret = useSecret();
  const session = useSession();
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const [, navigate] = useLocation();
  const asking = useAsking();
  const problem = passwordProblem(password, text);
  const join = async (token: string) => {
    setTried(true);
    if (problem) return;
    const who = await asking.ask(() => read(api.app.invitations({ token }).post({ password })));
    if (!who) return;
    forgetSecret();
    navigate("/", { replace: true });
    await arrive(who);
    toasts.show({ message: `${setup.hello(who.member.name)}! ${setup.helloText}` });
  };
  const isGone = asking.failure instanceof Failure && asking.failure.status === 404;
  if (!secret || isGone) return <Gone isSignedIn={session?.kind === "member"} />;
  return (
    <Alone title={setup.joinTitle} lead={setup.joinLead}>
      {session?.kind === "member" && <p className="form-note">{setup.joinAs(session.member.name)}</p>}
      <StepForm submit={setup.join} onSubmit={() => void join(secret)} isBusy={asking.isBusy} error={asking.error}>
        <PasswordField
          label={setup.password}
          isNew
          value={password}
          onChange={setPassword}
          error={isTried ? problem : null}
        />
      </StepForm>
    </Alone>
  );
}

function Gone({ isSignedIn }: { isSignedIn: boolean }) {
  const { setup, common } = useText();
  return (
    <Alone title={setup.joinGone} lead={setup.joinGoneText}>
      <Link href={isSignedIn ? "/" : "/sign-in"} className={buttonClass("primary", "l", true)}>
        {isSignedIn ? common.toToday : common.signIn}
      </Link>
    </Alone>
  );
}
