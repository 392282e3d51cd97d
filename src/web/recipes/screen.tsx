import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Recipes. */
export function RecipesScreen() {
  const { common } = useText();
  return <PageHeader title={common.nav.recipes} />;
}
