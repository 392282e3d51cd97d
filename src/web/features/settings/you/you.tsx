import { useState } from "preact/hooks";
import { useLocation } from "wouter";
import { useRequest } from "#web/forms/use-request.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { outbox, signOut } from "#web/page/sync.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { LogOut } from "#web/ui/icons.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { forgetThisDevice } from "../../notifications/model/push.ts";
import { Part } from "../part.tsx";
import { AppearanceFields } from "./appearance.tsx";
import { EmailPart } from "./you-email.tsx";
import { PasswordPart } from "./you-password.tsx";
import { ProfilePart } from "./you-profile.tsx";
import { SignInsPart } from "./you-sign-ins.tsx";

/** Settings of the viewer's own profile. Only adults can change the name and email of a child. */
export function You() {
  const { you } = useText().settings;
  const isAdult = useIsAdult();
  return (
    <>
      <ProfilePart />
      <Part title={you.device} section="device">
        <AppearanceFields />
      </Part>
      {isAdult && <EmailPart />}
      <PasswordPart />
      <SignInsPart />
      <SignOutPart />
    </>
  );
}

/** Part of the settings to sign out. Asks for confirmation if queued changes would be lost. */
function SignOutPart() {
  const { you } = useText().settings;
  const waiting = useStore(outbox.pending).length;
  const [isAsked, setAsked] = useState(false);
  const [, navigate] = useLocation();
  const request = useRequest();
  const endSession = async () => {
    const isOut = await request.send(async () => {
      await forgetThisDevice();
      await signOut();
      return true;
    });
    setAsked(false);
    if (isOut) navigate("/sign-in", { replace: true });
  };
  return (
    <Part title={you.signOut} section="signOut">
      <p className="soft">{waiting > 0 ? you.signOutLoses(waiting) : you.signOutHint}</p>
      <FormError error={request.error} />
      <div>
        <Button
          icon={<LogOut />}
          busy={request.isBusy}
          onClick={() => (waiting > 0 ? setAsked(true) : void endSession())}
        >
          {you.signOut}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => void endSession()}
        title={you.signOutAsk}
        confirm={you.signOutAnyway}
        danger
        busy={request.isBusy}
      >
        {you.signOutLoses(waiting)}
      </ConfirmDialog>
    </Part>
  );
}
