import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Pairing. */
export function PairingScreen() {
  const { common } = useText();
  return <PageHeader title={common.appName} />;
}
