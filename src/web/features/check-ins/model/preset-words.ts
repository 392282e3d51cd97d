import type { CheckIn } from "./source.ts";

type CheckInQuestion = { readonly question: string; readonly name?: string; readonly presetKey?: CheckIn["presetKey"] };

/**
 * Translates the name and the question of a preset, which the server stores in English. `words` maps the English texts
 * to texts in the app's language. If the app is shown in English, `words` is null and nothing changes. Texts that the
 * household wrote stay as they are. If `presetKey` is missing, the app recognises a preset by its English question.
 */
export function inPresetWords<Each extends CheckInQuestion>(
  each: Each,
  words: Readonly<Record<string, string>> | null,
): Each {
  const question = words?.[each.question];
  if (!words || question === undefined || each.presetKey === "custom") return each;
  return { ...each, question, ...(each.name !== undefined && { name: words[each.name] ?? each.name }) };
}
