import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** SignIn. */
export function SignInScreen() {
  const { common } = useText();
  return <PageHeader title={common.signIn} />;
}
