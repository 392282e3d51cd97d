import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Settings. */
export function SettingsScreen(_: { part: string | null }) {
  const { common } = useText();
  return <PageHeader title={common.nav.settings} />;
}
