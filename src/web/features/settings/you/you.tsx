import { useState } from "preact/hooks";
import { useLocation } from "wouter";
import { runWithToast } from "#web/forms/run-with-toast.ts";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { outbox, signOut } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { useIsAdult, useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { LogOut, Monitor } from "#web/ui/icons.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { deviceName } from "../../notifications/model/device-name.ts";
import { forgetThisDevice } from "../../notifications/model/push.ts";
import { ListPart } from "../list-part.tsx";
import { Part } from "../part.tsx";
import { type SignIn, signInsSource } from "../sources.ts";
import { AppearanceFields } from "./appearance.tsx";
import { EmailPart, PasswordPart, ProfilePart } from "./profile.tsx";

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
  const { run, isBusy, error } = useCommand();
  const end = async () => {
    const isOut = await run(leave, null);
    setAsked(false);
    if (isOut) navigate("/sign-in", { replace: true });
  };
  return (
    <Part title={you.signOut} section="signOut">
      <p className="soft">{waiting > 0 ? you.signOutLoses(waiting) : you.signOutHint}</p>
      <FormError error={error} />
      <div>
        <Button icon={<LogOut />} busy={isBusy} onClick={() => (waiting > 0 ? setAsked(true) : void end())}>
          {you.signOut}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => void end()}
        title={you.signOutAsk}
        confirm={you.signOutAnyway}
        danger
        busy={isBusy}
      >
        {you.signOutLoses(waiting)}
      </ConfirmDialog>
    </Part>
  );
}

/** Signs the member out in this browser. */
const leave = command({
  invalidates: [],
  send: async (_: null) => {
    await forgetThisDevice();
    await signOut();
    return true;
  },
});

function SignInsPart() {
  const text = useText();
  const { you } = text.settings;
  const { ms } = useNow();
  return (
    <ListPart
      title={you.signIns}
      section="signIns"
      counts
      read={useSource(signInsSource, {})}
      itemsOf={({ sessions }) => sessions}
      skeletons={{ count: 2, height: "3.5rem" }}
      needsServer={false}
      row={(signIn) => {
        const device = deviceName(signIn.userAgent, text);
        return (
          <RecordRow
            key={signIn.id}
            picture={<Monitor />}
            title={device}
            facts={[you.seen(formatAgo(signIn.lastSeenAt, ms))]}
            actions={
              signIn.current ? (
                <Chip tone="good">{you.thisDevice}</Chip>
              ) : (
                <Button aria-label={you.endLabel(device)} onClick={() => void runWithToast(endSession, signIn)}>
                  {you.end}
                </Button>
              )
            }
          />
        );
      }}
    />
  );
}

/** Signs the member out on another device. */
const endSession = command({
  invalidates: ["member"],
  send: ({ id }: SignIn, api) => read(api.app.sessions({ id }).delete()),
  done: ({ settings }) => settings.you.ended,
});
