import type { CheckIn } from "./source.ts";

type Asking = { readonly question: string; readonly name?: string; readonly presetKey?: CheckIn["presetKey"] };

/**
 * Translates name and question of a preset, which are in English on the server, but no words of the household. If there
 * is no `presetKey`, the question shows whether it is a preset's.
 */
export function inPresetWords<Each extends Asking>(each: Each, words: Readonly<Record<string, string>> | null): Each {
  const question = words?.[each.question];
  if (!words || question === undefined || each.presetKey === "custom") return each;
  return { ...each, question, ...(each.name !== undefined && { name: words[each.name] ?? each.name }) };
}
