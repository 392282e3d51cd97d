import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Tasks. */
export function TasksScreen() {
  const { common } = useText();
  return <PageHeader title={common.nav.tasks} />;
}
