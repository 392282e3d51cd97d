import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Today. */
export function TodayScreen() {
  const { common } = useText();
  return <PageHeader title={common.nav.today} />;
}
