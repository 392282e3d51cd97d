import { useState } from "preact/hooks";
import { perform } from "#web/page/undo.ts";
import { useViewer } from "#web/sync/session.ts";
import { answerCheckIn } from "./answering.ts";
import { type CheckIn, type CheckInSlot, isSameSlot, type PastAnswer } from "./source.ts";
import { useAnswers } from "./use-check-ins.ts";

/** Maximum length of the note of an answer, in code points. */
export const noteLimit = 500;

type Readable = Pick<PastAnswer, "face" | "note">;

/**
 * Returns the answer that the member has already given. Returns null if no answer exists, or if the viewer may not see
 * the answer.
 */
export function usePreviousAnswer(checkIn: CheckIn | undefined, slot: CheckInSlot): Readable | null {
  const { checkInId, memberId, date, time } = slot;
  const viewer = useViewer();
  const today = checkIn?.today.find((each) => isSameSlot({ ...each, checkInId }, slot));
  // Only the history has earlier days, and a shared tablet may not read it.
  const isEarlier = checkIn !== undefined && today === undefined && viewer !== null;
  const answers = useAnswers(isEarlier ? { from: date, to: date } : null);
  const given = today?.answer ?? answers?.find((each) => isSameSlot(each, { checkInId, memberId, date, time }));
  return given && isReadable(given) ? given : null;
}

/**
 * Whether the viewer may read the content of the answer. The server sends the content only to the member who answered
 * and to adults.
 */
function isReadable(answer: object): answer is Readable {
  return "face" in answer;
}

/** Returns the state of the form for an answer. While no face is chosen, `save` returns false and sets `isMissing`. */
export function useAnswer(checkIn: CheckIn | undefined, slot: CheckInSlot) {
  const viewer = useViewer();
  const previous = usePreviousAnswer(checkIn, slot);
  const [picked, setPicked] = useState<number | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const before = checkIn?.faces.findIndex(
    ({ emoji, label }) => previous?.face.emoji === emoji && previous.face.label === label,
  );
  const faceIndex = picked ?? (before === undefined || before < 0 ? null : before);
  const note = written ?? previous?.note ?? "";

  const save = (message?: string | null): boolean => {
    const face = faceIndex === null ? undefined : checkIn?.faces[faceIndex];
    if (!checkIn || faceIndex === null || !face) {
      setMissing(true);
      return false;
    }
    const { checkInId, memberId, date, time } = slot;
    const given = { faceIndex, face, question: checkIn.question, note: note.trim() || null };
    const at = new Date().toISOString();
    const answer = { checkInId, memberId, date, time, ...given, at, isSealed: viewer === null };
    perform(answerCheckIn, answer, message === undefined ? {} : { message });
    return true;
  };
  const pick = (index: number) => {
    setPicked(index);
    setMissing(false);
  };
  return { faceIndex, pick, note, setNote: setWritten, isMissing, isChange: previous !== null, save };
}
