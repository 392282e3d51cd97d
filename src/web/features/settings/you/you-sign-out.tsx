import { useState } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "../../../i18n/catalogue.ts";
import { outbox } from "../../../sync/outbox.ts";
import { leave } from "../../../sync/signing.ts";
import { useStore } from "../../../sync/store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { LogOut } from "../../../ui/icons.ts";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { useAsking } from "../../setup/asking.ts";
import { Part } from "../part.tsx";

/** Signs out; asks first where that loses something. */
export function SignOutPart() {
  const { you } = useText().settings;
  const waiting = useStore(outbox.pending, ({ length }) => length);
  const [isAsked, setAsked] = useState(false);
  const [, navigate] = useLocation();
  const asking = useAsking();
  const signOut = async () => {
    const isOut = await asking.ask(async () => {
      await leave();
      return true;
    });
    setAsked(false);
    if (isOut) navigate("/sign-in", { replace: true });
  };
  return (
    <Part title={you.signOut}>
      <p className="soft">{waiting > 0 ? you.signOutLoses(waiting) : you.signOutHint}</p>
      <div aria-live="assertive">{asking.error && <p className="form-error">{asking.error}</p>}</div>
      <div>
        <Button icon={<LogOut />} busy={asking.isBusy} onClick={() => (waiting > 0 ? setAsked(true) : void signOut())}>
          {you.signOut}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => void signOut()}
        title={you.signOutAsk}
        confirm={you.signOutAnyway}
        danger
        busy={asking.isBusy}
      >
        {you.signOutLoses(waiting)}
      </ConfirmDialog>
    </Part>
  );
}
