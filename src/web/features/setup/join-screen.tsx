/** `/join#token`: an invited member sets a password. */
import { Link, useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { api, read } from "../../sync/api/client.ts";
import { Failure } from "../../sync/api/failures.ts";
import { useSession } from "../../sync/session.ts";
import { arrive } from "../../sync/signing.ts";
import { buttonClass } from "../../ui/controls/button.tsx";
import { PasswordField, passwordError } from "../../ui/forms/password-field.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { toasts } from "../../ui/overlay/toast-store.ts";
import { Alone } from "./alone.tsx";
import { forgetSecret, useSecret } from "./secret.ts";
import { StepForm } from "./steps/step-form.tsx";

export function JoinScreen() {
  const text = useText();
  const { setup } = text;
  const secret = useSecret();
  const session = useSession();
  const [, navigate] = useLocation();
  const form = useDraft(
    { password: "" },
    { validate: ({ password }) => ({ password: passwordError(password, text) }) },
  );
  const join = async (token: string) => {
    if (!form.check()) return;
    const who = await form.send(() => read(api.app.invitations({ token }).post(form.draft)));
    if (!who) return;
    forgetSecret();
    navigate("/", { replace: true });
    await arrive(who);
    toasts.show({ message: `${setup.hello(who.member.name)}! ${setup.helloText}` });
  };
  const isGone = form.failure instanceof Failure && form.failure.status === 404;
  if (!secret || isGone) return <Gone isSignedIn={session?.kind === "member"} />;
  return (
    <Alone title={setup.joinTitle} lead={setup.joinLead}>
      {session?.kind === "member" && <p className="form-note">{setup.joinAs(session.member.name)}</p>}
      <StepForm form={form} submit={setup.join} onSubmit={() => void join(secret)}>
        <PasswordField
          label={setup.password}
          isNew
          value={form.draft.password}
          onChange={(password) => form.change({ password })}
          error={form.errors.password}
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
