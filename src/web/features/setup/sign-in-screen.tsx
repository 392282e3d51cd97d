/** Screen `/sign-in`, shown for any address while nobody is signed in. */

import { useEffect, useRef } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { PasswordField } from "#web/forms/password-field.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { completeSignIn, sync } from "#web/page/sync.ts";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { cardClass } from "#web/ui/display/surface.tsx";
import { ChevronRight, Tablet } from "#web/ui/icons.ts";
import { Alone } from "./alone.tsx";
import { signIn } from "./model/commands.ts";
import { forgetSecret, useSecret } from "./secret.ts";
import { StepForm } from "./steps/step-form.tsx";

/** Paths whose screens are only for somebody who is not signed in. After the sign-in, the app opens Today instead. */
const entrances = ["/sign-in", "/setup", "/join"];

export function SignInScreen() {
  const { setup, common } = useText();
  const [path, navigate] = useLocation();
  const { problems } = setup;
  const form = useDraft(
    { login: "", password: "" },
    {
      validate: ({ login, password }) => ({
        login: login.trim() ? null : problems.loginMissing,
        password: password ? null : problems.passwordMissing,
      }),
    },
  );
  const { draft, errors, change } = form;
  const passwordField = useRef<HTMLInputElement>(null);
  const secret = useSecret();
  // A used link leads here.
  useEffect(() => {
    if (secret !== null) forgetSecret();
  }, [secret]);
  const isSetUp = path === "/setup";
  const lead = isSetUp ? setup.usedLinkText : sync.owner.isMember() ? common.signedOut : null;
  const submit = async () => {
    if (!form.check()) return;
    const who = await form.run(signIn, draft);
    if (!who) return passwordField.current?.select();
    if (entrances.includes(path)) navigate("/", { replace: true });
    await completeSignIn(who);
  };
  return (
    <Alone title={isSetUp ? setup.usedLink : setup.signInTitle} lead={lead}>
      <StepForm form={form} submit={common.signIn} onSubmit={() => void submit()}>
        <TextField
          label={setup.login}
          value={draft.login}
          onChange={(login) => change({ login })}
          autoComplete="username"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={254}
          error={errors.login}
        />
        <PasswordField
          inputRef={passwordField}
          label={setup.password}
          value={draft.password}
          onChange={(password) => change({ password })}
          error={errors.password}
        />
      </StepForm>
      <p className="soft small">{setup.forgotten}</p>
      <Link href="/wall" className={`${cardClass()} setup-tablet`}>
        <Tablet />
        <span>
          <strong>{setup.asTablet}</strong>
          <span className="soft small">{setup.asTabletHint}</span>
        </span>
        <ChevronRight />
      </Link>
    </Alone>
  );
}
