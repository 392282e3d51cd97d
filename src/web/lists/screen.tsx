import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Lists. */
export function ListsScreen() {
  const { common } = useText();
  return <PageHeader title={common.nav.lists} />;
}
