import type { CheckIn } from "./source.ts";

type CheckInQuestion = { readonly question: string; readonly name?: string; readonly presetKey?: CheckIn["presetKey"] };

/**
 * Translates the name and question of a preset, which the server stores in English. Texts that the household wrote stay
 * as they are. If `presetKey` is missing, the English question identifies the preset.
 */
export function inPresetWords<Each extends CheckInQuestion>(
  each: Each,
  words: Readonly<Record<string, string>> | null,
): Each {
  const question = words?.[each.question];
  if (!words || question === undefined || each.presetKey === "custom") return each;
  return { ...each, question, ...(each.name !== undefined && { name: words[each.name] ?? each.name }) };
}
