import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** List. */
export function ListScreen(_: { id: string }) {
  const { common } = useText();
  return <PageHeader title={common.nav.lists} />;
}
