import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Activity. */
export function ActivityScreen() {
  const { common } = useText();
  return <PageHeader title={common.nav.activity} />;
}
