export { JoinScreen } from "#web/features/setup/join-screen.tsx";
export { SetupScreen } from "#web/features/setup/screen.tsx";
export { SignInScreen } from "#web/features/setup/sign-in-screen.tsx";
export { PairingScreen } from "#web/features/wall/pairing-screen.tsx";
