import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Setup. */
export function SetupScreen() {
  const { common } = useText();
  return <PageHeader title={common.appName} />;
}
