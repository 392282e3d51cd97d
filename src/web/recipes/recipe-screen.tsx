import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Recipe. */
export function RecipeScreen(_: { id: string }) {
  const { common } = useText();
  return <PageHeader title={common.nav.recipes} />;
}
