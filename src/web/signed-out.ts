export { JoinScreen } from "./features/setup/join-screen.tsx";
export { SetupScreen } from "./features/setup/screen.tsx";
export { SignInScreen } from "./features/setup/sign-in-screen.tsx";
export { PairingScreen } from "./features/wall/pairing-screen.tsx";
