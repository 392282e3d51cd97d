import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Wall. */
export function WallScreen() {
  const { common } = useText();
  return <PageHeader title={common.appName} />;
}
