import { useIsAdult } from "../../../sync/session.ts";
import { Appearance } from "./you-device.tsx";
import { EmailPart } from "./you-email.tsx";
import { PasswordPart } from "./you-password.tsx";
import { ProfilePart } from "./you-profile.tsx";
import { SignInsPart } from "./you-sign-ins.tsx";
import { SignOutPart } from "./you-sign-out.tsx";

/** The viewer's own settings. A child's name and email are for the adults to change. */
export function You() {
  const isAdult = useIsAdult();
  return (
    <>
      <ProfilePart />
      <Appearance />
      {isAdult && <EmailPart />}
      <PasswordPart />
      <SignInsPart />
      <SignOutPart />
    </>
  );
}
