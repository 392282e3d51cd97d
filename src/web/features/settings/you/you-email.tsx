import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import { useViewer } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { toasts } from "../../../ui/overlay/toast-store.ts";
import { useAsking } from "../../setup/asking.ts";
import { emailProblem } from "../../setup/person.ts";
import { Part } from "../part.tsx";
import { useManagedMember } from "../sources.ts";

/** An email to sign in with, beside the name. It is sent at once: another may have it already. */
export function EmailPart() {
  const text = useText();
  const { you } = text.settings;
  const viewer = useViewer();
  const known = useManagedMember(viewer?.id ?? "")?.email ?? "";
  /** Null until somebody types. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const asking = useAsking();
  if (!viewer) return null;
  const email = (typed ?? known).trim();
  const isOther = email !== "" && email !== known;
  const set = async (next: string | null) => {
    const answer = await asking.ask(() => read(api.app.members({ id: viewer.id }).patch({ email: next })));
    if (!answer) return;
    invalidate(["member"]);
    setTyped(null);
    toasts.show({ message: next === null ? you.emailRemoved : you.emailSet });
  };
  const submit = () => {
    const found = emailProblem(email, text);
    setProblem(found);
    if (!found && isOther) void set(email);
  };
  return (
    <Part title={you.email}>
      <form
        className="settings-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={text.setup.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
          value={typed ?? known}
          onChange={(next) => {
            setTyped(next);
            setProblem(null);
            asking.clear();
          }}
          hint={text.setup.emailHint}
          error={problem ?? asking.error}
        />
        <div className="settings-actions">
          {isOther ? (
            <Button type="submit" variant="primary" busy={asking.isBusy}>
              {text.common.save}
            </Button>
          ) : (
            known && (
              <Button busy={asking.isBusy} onClick={() => void set(null)}>
                {you.emailRemove}
              </Button>
            )
          )}
        </div>
      </form>
    </Part>
  );
}
