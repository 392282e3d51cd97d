import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import { useViewer } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { toasts } from "../../../ui/overlay/toast-store.ts";
import { useAsking } from "../../setup/asking.ts";
import { PasswordField } from "../../setup/password-field.tsx";
import { passwordProblem } from "../../setup/person.ts";
import { Part } from "../part.tsx";

/** Another password; all other sign-ins end with the old one. */
export function PasswordPart() {
  const text = useText();
  const { you } = text.settings;
  const viewer = useViewer();
  const [isOpen, setOpen] = useState(false);
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [isTried, setTried] = useState(false);
  const asking = useAsking();
  const problem = passwordProblem(next, text);
  const close = () => {
    setOpen(false);
    setCurrent("");
    setNext("");
    setTried(false);
    asking.clear();
  };
  const change = async () => {
    setTried(true);
    if (!current || problem) return;
    if (!(await asking.ask(() => read(api.app.password.post({ current, new: next }))))) return;
    invalidate(["member"]);
    close();
    toasts.show({ message: you.passwordChanged });
  };
  return (
    <Part title={you.password}>
      {isOpen ? (
        <form
          className="settings-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void change();
          }}
        >
          {/* For password managers: whose it is. */}
          <input hidden readOnly autoComplete="username" value={viewer?.name ?? ""} />
          <PasswordField
            label={you.passwordCurrent}
            value={current}
            onChange={(value) => {
              setCurrent(value);
              asking.clear();
            }}
            error={isTried && !current ? text.setup.problems.passwordMissing : asking.error}
          />
          <PasswordField
            label={text.setup.newPassword}
            isNew
            known={viewer ? [viewer.name] : []}
            value={next}
            onChange={setNext}
            error={isTried ? problem : null}
          />
          <div className="settings-actions">
            <Button onClick={close}>{text.common.cancel}</Button>
            <Button type="submit" variant="primary" busy={asking.isBusy}>
              {you.passwordChange}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{you.passwordChange}</Button>
        </div>
      )}
    </Part>
  );
}
