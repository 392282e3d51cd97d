import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** CheckIns. */
export function CheckInsScreen() {
  const { common } = useText();
  return <PageHeader title={common.nav.checkIns} />;
}
