import { defaultFaces, defaultName, presetKeys, questionOf } from "#routines/check-ins/presets.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { inPresetWords } from "./preset-words.ts";
import type { CheckIn, Face } from "./source.ts";

type Words = Pick<Catalogue, "checkIns" | "checkInScreen">;
export type PresetName = keyof Words["checkInScreen"]["presets"];
export type Template = Pick<CheckIn, "presetKey" | "name" | "question"> & { readonly faces: Face[] };

/** Returns a preset's texts in the app's language. */
export function templateOf(presetKey: PresetName, words: Words): Template {
  const question = questionOf(presetKey, "");
  const faces = defaultFaces(presetKey).map((face) => translateFace(face, presetKey, words));
  return inPresetWords(
    { presetKey, name: defaultName(presetKey, question), question, faces },
    words.checkIns.presetWords,
  );
}

/** Translates the texts of a check-in that was made from a preset into the app's language. */
export function translateCheckIn(checkIn: CheckIn, words: Words): CheckIn {
  const preset = presetOf(checkIn);
  if (preset === null || checkIn.presetKey === "custom" || words.checkIns.presetWords === null) return checkIn;
  return {
    ...inPresetWords(checkIn, words.checkIns.presetWords),
    faces: checkIn.faces.map((face) => translateFace(face, preset, words)),
    today: checkIn.today.map(({ answer, ...slot }) => ({
      ...slot,
      answer: answer && "face" in answer ? { ...answer, face: translateFace(answer.face, preset, words) } : answer,
    })),
  };
}

/**
 * Translates an answer into the app's language. An answer does not name its preset, so the preset is found by the
 * question.
 */
export function translateAnswer<Each extends { readonly question: string; readonly face: Face }>(
  answer: Each,
  words: Words,
): Each {
  const preset = presetOf(answer);
  if (preset === null || words.checkIns.presetWords === null) return answer;
  return {
    ...inPresetWords(answer, words.checkIns.presetWords),
    face: translateFace(answer.face, preset, words),
  };
}

/** Finds a preset by its English question. Returns null if the household wrote the question itself. */
function presetOf({ question }: { readonly question: string }): PresetName | null {
  return presetKeys.find((key): key is PresetName => key !== "custom" && questionOf(key, "") === question) ?? null;
}

function translateFace(face: Face, preset: PresetName, { checkInScreen }: Words): Face {
  const index = defaultFaces(preset).findIndex(({ emoji, label }) => emoji === face.emoji && label === face.label);
  return { ...face, label: checkInScreen.presets[preset].labels[index] ?? face.label };
}
