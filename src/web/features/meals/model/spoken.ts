import { currentText } from "../../../i18n/catalogue.ts";
import { formatDay } from "../../../time/format.ts";
import type { Cell } from "./plan.ts";

/** “Dinner, Friday, 27 November” */
export function spokenCell({ date, mealType }: Cell): string {
  const { meals } = currentText();
  return meals.cell(meals.types[mealType], formatDay(date, "long"));
}
