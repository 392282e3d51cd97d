import { useText } from "../text/catalogue.ts";
import { PageHeader } from "../ui/surface.tsx";

/** Meals. */
export function MealsScreen() {
  const { common } = useText();
  return <PageHeader title={common.nav.meals} />;
}
