/** Texts about check-ins in the activity feed. Everybody reads the feed, so a text never shows an answer. */

import { type Phrase, type Sentence, say, sayDate, sayFields, sayList, sayWord } from "#lib/sentence.ts";
import type { Changes } from "#platform/activity/record.ts";
import type { CheckIn } from "./model.ts";
import { defaultName } from "./presets.ts";

const fieldNames: Readonly<Record<string, Phrase>> = {
  name: say`name`,
  presetKey: say`preset`,
  question: say`question`,
  assigneeIds: say`people`,
  daysOfWeek: say`days`,
  times: say`times`,
  notify: say`notification`,
  active: say`state`,
  faces: say`faces`,
};

type Named = Pick<CheckIn, "presetKey" | "name" | "question">;

export function sayName({ presetKey, name, question }: Named): Sentence | string {
  return presetKey !== "custom" && name === defaultName(presetKey, question) ? sayWord(name) : name;
}

export function sayQuestion({ presetKey, question }: Named): Sentence | string {
  return presetKey === "custom" ? question : sayWord(question);
}

export function addedSummary(checkIn: Named, assignees: readonly string[]): Sentence {
  return say`added the check-in “${sayName(checkIn)}” for ${sayList(assignees)}`;
}

export function changedSummary(before: Named, after: Named, changes: Changes): Sentence {
  const fields = Object.keys(changes);
  if (fields.length === 1 && changes.name) return say`renamed the check-in “${sayName(before)}” to “${sayName(after)}”`;
  if (fields.length === 1 && changes.active)
    return changes.active.to
      ? say`resumed the check-in “${sayName(after)}”`
      : say`paused the check-in “${sayName(after)}”`;
  return say`changed the ${sayFields(fields, fieldNames)} of the check-in “${sayName(before)}”`;
}

/** Returns the sentence about a pause from one day to another, or about its end. */
export function pausedSummary(checkIn: CheckIn, today: string): Sentence {
  const { pause } = checkIn;
  const name = sayName(checkIn);
  if (pause === undefined) return say`ended the pause of the check-in “${name}”`;
  return say`paused the check-in “${name}” from ${sayDate(pause.from, today)} to ${sayDate(pause.to, today)}`;
}

export function deletedSummary(checkIn: Named): Sentence {
  return say`deleted the check-in “${sayName(checkIn)}”`;
}

/** Returns the sentence about an answer. `day` is null for today. `member` is null if the member is the actor. */
export function answeredSummary(
  checkIn: Named,
  { isChange, day, member }: { isChange: boolean; day: Phrase | null; member: string | null },
): Sentence {
  const when = day === null ? "" : say` of ${day}`;
  const whose = member === null ? "" : say` for ${member}`;
  const name = sayName(checkIn);
  return isChange ? say`changed the answer to “${name}”${when}${whose}` : say`answered “${name}”${when}${whose}`;
}
