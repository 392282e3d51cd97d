import type { Catalogue } from "../../../i18n/catalogue.ts";
import type { CheckIn } from "./source.ts";

export type Question = Pick<CheckIn, "question"> & Partial<Pick<CheckIn, "presetKey">>;

/** `name` null: the member reads it, perhaps on a shared tablet. */
export function aboutQuestion({ question, presetKey }: Question, name: string | null, text: Catalogue): string {
  if (name === null) return question;
  const { presets, about } = text.checkInScreen;
  const ours = Object.entries(presets).find(([key, preset]) => key === presetKey || preset.question === question);
  return ours ? ours[1].about(name) : about(name, question);
}
