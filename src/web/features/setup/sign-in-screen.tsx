/** `/sign-in`, and any other address while nobody is signed in. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { api, read } from "../../sync/api/client.ts";
import { isOwnedByMember } from "../../sync/cache-owner.ts";
import { arrive } from "../../sync/signing.ts";
import { TextField } from "../../ui/controls/text-field.tsx";
import { cardClass } from "../../ui/display/surface.tsx";
import { ChevronRight, Tablet } from "../../ui/icons.ts";
import { Alone } from "./alone.tsx";
import { useAsking } from "./asking.ts";
import { PasswordField } from "./password-field.tsx";
import { forgetSecret, useSecret } from "./secret.ts";
import { StepForm } from "./steps/step-form.tsx";

/** Where a member who has signed in is not sent back to. */
const entrances = ["/sign-in", "/setup", "/join"];

/** Signing in with a name or an email, and a password. */
export function SignInScreen() {
  const { setup, common } = useText();
  const [path, navigate] = useLocation();
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const asking = useAsking();
  const secret = useSecret();
  // Of a link that has done its work.
  useEffect(() => {
    if (secret !== null) forgetSecret();
  }, [secret]);
  const isSetUp = path === "/setup";
  const lead = isSetUp ? setup.usedLinkText : isOwnedByMember() ? common.signedOut : null;
  const signIn = async () => {
    setTried(true);
    if (!login.trim() || !password) return;
    const who = await asking.ask(() => read(api.app.session.post({ login: login.trim(), password })));
    if (!who) {
      form.current?.querySelector<HTMLInputElement>("input[autocomplete=current-password]")?.select();
      return;
    }
    if (entrances.includes(path)) navigate("/", { replace: true });
    await arrive(who);
  };
  return (
    <Alone title={isSetUp ? setup.usedLink : setup.signInTitle} lead={lead}>
      <div ref={form}>
        <StepForm submit={common.signIn} onSubmit={() => void signIn()} isBusy={asking.isBusy} error={asking.error}>
          <TextField
            label={setup.login}
            value={login}
            onChange={setLogin}
            autoComplete="username"
            autoCapitalize="none"
            spellcheck={false}
            maxLength={254}
            error={isTried && !login.trim() ? setup.problems.loginMissing : null}
          />
          <PasswordField
            label={setup.password}
            value={password}
            onChange={setPassword}
            error={isTried && !password ? setup.problems.passwordMissing : null}
          />
        </StepForm>
      </div>
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
