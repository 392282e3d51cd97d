import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Calendar. */
export function CalendarScreen() {
  const { common } = useText();
  return <PageHeader title={common.nav.calendar} />;
}
