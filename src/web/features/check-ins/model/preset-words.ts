import type { CheckIn } from "./source.ts";

type Asking = { readonly question: string; readonly name?: string; readonly presetKey?: CheckIn["presetKey"] };

/**
 * The server's presets are in English. Translates their name and question, but no words of the household. Without a
 * `presetKey`, the question tells whether it is a preset's.
 */
export function inPresetWords<Each extends Asking>(each: Each, words: Readonly<Record<string, string>> | null): Each {
  const question = words?.[each.question];
  if (!words || question === undefined || each.presetKey === "custom") return each;
  return { ...each, question, ...(each.name !== undefined && { name: words[each.name] ?? each.name }) };
}
