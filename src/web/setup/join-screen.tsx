import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Join. */
export function JoinScreen() {
  const { common } = useText();
  return <PageHeader title={common.signIn} />;
}
