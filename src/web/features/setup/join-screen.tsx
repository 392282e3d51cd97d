/** Screen `/join#token`, on which an invited member chooses a password. */

import { useEffect, useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { PasswordField, passwordError } from "#web/forms/password-field.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { api, completeSignIn } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { read } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { useSession } from "#web/sync/session.ts";
import { buttonClass } from "#web/ui/controls/button.tsx";
import { Alone } from "./alone.tsx";
import { acceptInvitation } from "./model/commands.ts";
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
    const who = await form.run(acceptInvitation, { token, ...form.draft });
    if (!who) return;
    forgetSecret();
    navigate("/", { replace: true });
    await completeSignIn(who);
    // The sign-in has removed all toasts.
    toasts.show({ message: `${setup.hello(who.member.name)}! ${setup.helloText}` });
  };
  const invitation = useInvitation(secret);
  if (!secret || invitation === "gone" || isGone(form.failure)) return <Gone isSignedIn={session?.kind === "member"} />;
  // A title that arrives later would take the focus from the password.
  if (invitation === "asking") return null;
  const { householdName, memberName, email, invitedBy } = invitation ?? unknown;
  const title = householdName === null ? setup.joinTitle : setup.invitedTo(householdName, invitedBy);
  return (
    <Alone title={title} lead={setup.joinLead(memberName, email)}>
      {session?.kind === "member" && <p className="form-note">{setup.joinAs(session.member.name)}</p>}
      <StepForm form={form} submit={setup.join} onSubmit={() => void join(secret)}>
        {/* For password managers. */}
        <input hidden readOnly autoComplete="username" value={email ?? memberName ?? ""} />
        <PasswordField
          label={setup.password}
          isNew
          known={memberName === null ? [] : [memberName]}
          value={form.draft.password}
          onChange={(password) => form.change({ password })}
          error={form.errors.password}
        />
      </StepForm>
    </Alone>
  );
}

const request = (token: string) => read(api.app.invitations.post({ token }));
type Invitation = Awaited<ReturnType<typeof request>>;

/**
 * Placeholder for an invitation. Used if the details of the invitation could not be loaded. The link may work
 * nevertheless.
 */
const unknown = { householdName: null, memberName: null, email: null, invitedBy: null };

function isGone(failure: unknown): boolean {
  return failure instanceof Failure && failure.status === 404;
}

/**
 * Returns the details of an invitation. `token` is the token of the invitation's link. Returns “asking” if the server
 * has not responded yet, “gone” if the link is no longer valid, and null if the details could not be loaded. If `token`
 * is null, nothing is loaded.
 */
function useInvitation(token: string | null): Invitation | "asking" | "gone" | null {
  const [state, setState] = useState<Invitation | "asking" | "gone" | null>("asking");
  useEffect(() => {
    if (token === null) return;
    let isCurrent = true;
    setState("asking");
    const finish = (next: Invitation | "gone" | null) => isCurrent && setState(next);
    request(token).then(finish, (failure: unknown) => finish(isGone(failure) ? "gone" : null));
    return () => {
      isCurrent = false;
    };
  }, [token]);
  return state;
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
