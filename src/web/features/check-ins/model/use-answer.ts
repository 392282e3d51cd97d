/** State of an answer while somebody gives it: the face and the note. */
import { useState } from "preact/hooks";
import { perform } from "../../../sync/perform.ts";
import { useViewer } from "../../../sync/session.ts";
import { useSource } from "../../../sync/use-source.ts";
import { answerCheckIn } from "./answering.ts";
import { type Asked, type CheckIn, checkInHistory, isSameAsked, type PastAnswer } from "./source.ts";

/** In code points. */
export const noteLimit = 500;

type Said = Pick<PastAnswer, "face" | "note">;

/** The earlier answer, as far as the viewer may see it; null for none. */
export function usePreviousAnswer(checkIn: CheckIn | undefined, asked: Asked): Said | null {
  const { checkInId, memberId, date, time } = asked;
  const viewer = useViewer();
  const today = checkIn?.today.find((each) => isSameAsked({ ...each, checkInId }, asked));
  // Earlier days are in the history alone, which a shared tablet may not read.
  const isEarlier = checkIn !== undefined && today === undefined && viewer !== null;
  const { data } = useSource(checkInHistory, isEarlier ? { from: date, to: date } : null);
  const said = today?.answer ?? data?.answers.find((each) => isSameAsked(each, { checkInId, memberId, date, time }));
  return said && isTold(said) ? said : null;
}

/** Only the member and adults may read an answer. */
function isTold(answer: object): answer is Said {
  return "face" in answer;
}

/** `save` returns false and sets `isMissing` while no face is picked. */
export function useAnswer(checkIn: CheckIn | undefined, asked: Asked) {
  const viewer = useViewer();
  const previous = usePreviousAnswer(checkIn, asked);
  const [picked, setPicked] = useState<number | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const before = checkIn?.faces.findIndex(
    ({ emoji, label }) => previous?.face.emoji === emoji && previous.face.label === label,
  );
  const faceIndex = picked ?? (before === undefined || before < 0 ? null : before);
  const note = written ?? previous?.note ?? "";

  const save = (told?: string | null): boolean => {
    const face = faceIndex === null ? undefined : checkIn?.faces[faceIndex];
    if (!checkIn || faceIndex === null || !face) {
      setMissing(true);
      return false;
    }
    const { checkInId, memberId, date, time } = asked;
    const said = { faceIndex, face, question: checkIn.question, note: note.trim() || null };
    const at = new Date().toISOString();
    const answer = { checkInId, memberId, date, time, ...said, at, isSealed: viewer === null };
    perform(answerCheckIn, answer, told === undefined ? {} : { told });
    return true;
  };
  const pick = (index: number) => {
    setPicked(index);
    setMissing(false);
  };
  return { faceIndex, pick, note, setNote: setWritten, isMissing, isChange: previous !== null, save };
}
