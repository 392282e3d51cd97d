import { useState } from "preact/hooks";
import { useLocation } from "wouter";
import { chooseLanguage, chosenLanguage, useText } from "../../../i18n/catalogue.ts";
import { languages } from "../../../i18n/loaders.ts";
import { chooseScheme, chosenScheme, schemes } from "../../../shell/scheme.ts";
import { outbox } from "../../../sync/outbox.ts";
import { useIsAdult } from "../../../sync/session.ts";
import { leave } from "../../../sync/signing.ts";
import { useStore } from "../../../sync/store.ts";
import { FormatFields } from "../../../time/format-fields.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { SegmentedField } from "../../../ui/controls/segmented.tsx";
import { Select } from "../../../ui/controls/select.tsx";
import { FormError } from "../../../ui/forms/form.tsx";
import { useRequest } from "../../../ui/forms/use-request.ts";
import { LogOut, Monitor, Moon, Sun } from "../../../ui/icons.ts";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { Part } from "../part.tsx";
import { EmailPart } from "./you-email.tsx";
import { PasswordPart } from "./you-password.tsx";
import { ProfilePart } from "./you-profile.tsx";
import { SignInsPart } from "./you-sign-ins.tsx";

/** Adults change a child's name and email. */
export function You() {
  const isAdult = useIsAdult();
  return (
    <>
      <ProfilePart />
      <AppearancePart />
      {isAdult && <EmailPart />}
      <PasswordPart />
      <SignInsPart />
      <SignOutPart />
    </>
  );
}

const own = "automatic";
const schemeIcons = { light: <Sun />, dark: <Moon /> } as const;

/** Stored in this browser only. */
function AppearancePart() {
  const { settings } = useText();
  const { you } = settings;
  const [scheme, setScheme] = useState(chosenScheme);
  const [language, setLanguage] = useState(chosenLanguage);
  return (
    <Part title={you.device}>
      <SegmentedField
        label={you.appearance}
        value={scheme ?? own}
        segments={[
          { value: own, label: you.automatic, icon: <Monitor /> },
          ...schemes.map((value) => ({ value, label: you[value], icon: schemeIcons[value] })),
        ]}
        onChange={(value) => {
          const next = value === own ? null : value;
          chooseScheme(next);
          setScheme(next);
        }}
      />
      <Select
        label={you.language}
        value={language ?? own}
        options={[
          { value: own, label: you.automatic },
          ...languages.map((value) => ({ value, label: ownName(value) })),
        ]}
        onChange={(value) => {
          const next = value === own ? null : value;
          void chooseLanguage(next);
          setLanguage(next);
        }}
      />
      <FormatFields />
    </Part>
  );
}

/** Asks first if queued writes would be lost. */
function SignOutPart() {
  const { you } = useText().settings;
  const waiting = useStore(outbox.pending).length;
  const [isAsked, setAsked] = useState(false);
  const [, navigate] = useLocation();
  const request = useRequest();
  const signOut = async () => {
    const isOut = await request.send(async () => {
      await leave();
      return true;
    });
    setAsked(false);
    if (isOut) navigate("/sign-in", { replace: true });
  };
  return (
    <Part title={you.signOut}>
      <p className="soft">{waiting > 0 ? you.signOutLoses(waiting) : you.signOutHint}</p>
      <FormError error={request.error} />
      <div>
        <Button icon={<LogOut />} busy={request.isBusy} onClick={() => (waiting > 0 ? setAsked(true) : void signOut())}>
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
        busy={request.isBusy}
      >
        {you.signOutLoses(waiting)}
      </ConfirmDialog>
    </Part>
  );
}

/** In the language itself, for readers who do not know the shown one. */
function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
