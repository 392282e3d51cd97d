import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { useMembers, useViewer } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import { type PresetName, templateOf } from "./presets.ts";
import type { CheckIn } from "./source.ts";

type Question = Pick<CheckIn, "question"> & Partial<Pick<CheckIn, "presetKey">>;

/**
 * Returns the texts of a check-in that asks the member `memberId`. If the viewer is this member, the texts address the
 * viewer (“you”). If nobody is signed in, as on a shared tablet, the texts also say “you”, because the member answers
 * there in person. Otherwise, the texts name the member.
 */
export function useWording(memberId: string) {
  const text = useText();
  const viewer = useViewer();
  const member = useMembers().find(({ id }) => id === memberId);
  const name = viewer === null || viewer.id === memberId ? null : (member?.name ?? null);
  const { checkIns, checkInScreen } = text;
  const own = {
    isAbout: false,
    question: ({ question }: Question) => question,
    answer: checkIns.answer,
    change: checkIns.change,
    answered: checkIns.answered,
    note: checkIns.note,
    noteHint: checkIns.noteHint,
    thanks: checkInScreen.thanks(member?.name ?? ""),
  };
  if (name === null) return own;
  return {
    isAbout: true,
    question: (slot: Question) => aboutQuestion(slot, name, text),
    answer: checkInScreen.answerFor(name),
    change: checkInScreen.changeFor,
    answered: checkInScreen.answeredFor(name),
    note: checkInScreen.noteFor(name),
    noteHint: checkInScreen.noteHintFor(name),
    thanks: checkInScreen.answersOf(name),
  };
}

export type Wording = ReturnType<typeof useWording>;

/**
 * Returns the question as the viewer reads it. If `name` is given, the question is about the member of that name. If
 * `name` is null, the question addresses the viewer.
 */
function aboutQuestion({ question, presetKey }: Question, name: string | null, text: Catalogue): string {
  if (name === null) return question;
  const { presets, about } = text.checkInScreen;
  const names = Object.keys(presets) as PresetName[];
  const ours = names.find((key) => key === presetKey || templateOf(key, text).question === question);
  return ours ? presets[ours].about(name) : about(name, question);
}

/**
 * Returns the pause of a check-in as words such as “Paused until 10 Aug”, or null if there is no pause or it is over.
 */
export function pauseText(
  { pause }: Pick<CheckIn, "pause">,
  today: string,
  { checkInScreen }: Catalogue,
): string | null {
  if (!pause || pause.to < today) return null;
  const to = formatDay(pause.to);
  return pause.from <= today ? checkInScreen.pausedUntil(to) : checkInScreen.pausedFrom(formatDay(pause.from), to);
}
