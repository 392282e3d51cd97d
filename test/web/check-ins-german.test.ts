/** Presets of check-ins in a German app, while the API has their English words. Tested without a browser. */
import { describe, expect, test } from "bun:test";
import { defaultFaces, defaultName, presetKeys, questionOf } from "#routines/check-ins/presets.ts";
import { inPresetWords } from "#web/features/check-ins/model/preset-words.ts";
import { type PresetName, translateAnswer, translateCheckIn } from "#web/features/check-ins/model/presets.ts";
import type { CheckIn } from "#web/features/check-ins/model/source.ts";
import { checkInScreen } from "#web/i18n/de/check-in-screen.ts";
import { checkIns } from "#web/i18n/de/today.ts";
import { checkInScreen as englishScreen } from "#web/i18n/en/check-in-screen.ts";
import { checkIns as english } from "#web/i18n/en/today.ts";

const german = { checkIns, checkInScreen };
const presets = presetKeys.filter((key): key is PresetName => key !== "custom");

function checkIn(presetKey: CheckIn["presetKey"], more: Partial<CheckIn> = {}): CheckIn {
  const question = questionOf(presetKey, "Zoo?");
  return {
    ...{ id: "1", presetKey, question, name: defaultName(presetKey, question), faces: defaultFaces(presetKey) },
    ...{ assigneeIds: [], daysOfWeek: [1], times: [], notify: true, active: true, today: [] },
    ...{ createdAt: "", updatedAt: "", createdBy: { kind: "system", id: null, name: "", agentName: null } },
    ...more,
  };
}

describe("the German words of preset check-ins", () => {
  test("The German words of preset check-ins include each preset's name, question and emoji labels", () => {
    const said = presets.flatMap((key) => [defaultName(key, ""), questionOf(key, "")]);
    expect(Object.keys(checkIns.presetWords ?? {}).sort()).toEqual(said.sort());
    expect(Object.keys(checkInScreen.presets).sort()).toEqual([...presets].sort());
    for (const key of presets) {
      expect(checkInScreen.presets[key].labels).toHaveLength(defaultFaces(key).length);
      for (const label of checkInScreen.presets[key].labels) expect([...label].length).toBeLessThanOrEqual(40);
    }
  });

  test("The German words of preset check-ins replace the English words, also in the members' answers", () => {
    const [face] = defaultFaces("sleep") as [CheckIn["faces"][number]];
    const asked = { date: "2026-11-21", time: "07:00", label: null, memberId: "2" };
    const answer = { face, note: "Good", answeredAt: "2026-11-21T06:00:00Z" };
    const sleep = translateCheckIn(checkIn("sleep", { today: [{ ...asked, answer }] }), german);
    expect(sleep).toMatchObject({ name: "Schlaf", question: "Wie hast du geschlafen?" });
    expect(sleep.faces.map(({ label }) => label)).toEqual([...checkInScreen.presets.sleep.labels]);
    expect(sleep.today[0]?.answer).toMatchObject({ face: { emoji: "🌟", label: "Richtig gut" }, note: "Good" });
    const past = { ...asked, ...answer, checkInId: "1", question: questionOf("sleep", "") };
    expect(translateAnswer(past, german)).toMatchObject({
      question: "Wie hast du geschlafen?",
      face: { emoji: "🌟", label: "Richtig gut" },
    });
  });

  test("The German words of preset check-ins do not replace the household's own words", () => {
    const faces = [
      { emoji: "🌟", label: "Really well" },
      { emoji: "😀", label: "Well" },
    ];
    const own = translateCheckIn(checkIn("sleep", { name: "Night", faces }), german);
    expect(own).toMatchObject({ name: "Night", question: "Wie hast du geschlafen?" });
    expect(own.faces).toEqual([{ emoji: "🌟", label: "Richtig gut" }, faces[1]!]);
    const custom = checkIn("custom", { name: "Sleep", question: questionOf("sleep", "") });
    expect(translateCheckIn(custom, german)).toEqual(custom);
    const past = { question: "Zoo?", face: { emoji: "😄", label: "Great" } };
    expect(translateAnswer(past, german)).toEqual(past);
    const agenda = { question: "Zoo?", name: "Sleep" };
    expect(inPresetWords(agenda, checkIns.presetWords)).toEqual(agenda);
  });

  test("The words of preset check-ins are shown unchanged in an app that is set to English", () => {
    const happiness = checkIn("happiness");
    expect(translateCheckIn(happiness, { checkIns: english, checkInScreen: englishScreen })).toBe(happiness);
  });
});
