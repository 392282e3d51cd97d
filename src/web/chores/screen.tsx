import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Chores. */
export function ChoresScreen() {
  const { common } = useText();
  return <PageHeader title={common.nav.chores} />;
}
