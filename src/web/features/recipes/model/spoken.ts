import { currentText } from "../../../i18n/catalogue.ts";

/** “45 min”, “1 h 20 min” */
export function spokenMinutes(minutes: number): string {
  const { recipes } = currentText();
  return minutes < 60 ? recipes.minutes(minutes) : recipes.hours(Math.floor(minutes / 60), minutes % 60);
}
