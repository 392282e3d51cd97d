import { send } from "#web/sync/api/client.ts";
import { on } from "#web/sync/source.ts";
import { write } from "#web/sync/write.ts";
import { agendaSource, withDays } from "../../calendar/model/agenda.ts";
import { type CheckInSlot, checkInHistory, checkInsSource, type Face, isSameSlot, type Occurrence } from "./source.ts";

/** Answer of a member to a check-in. The app shows `face` and `question` until the server has responded. */
export type Answer = CheckInSlot & {
  /** Index of the chosen face in the check-in's `faces`. A face is an emoji with a label. */
  readonly faceIndex: number;
  readonly face: Face;
  readonly question: string;
  readonly note: string | null;
  readonly at: string;
  /**
   * Whether the app must hide the content of an answer, as on a shared tablet. The app then shows only that the answer
   * exists.
   */
  readonly isSealed: boolean;
};

/** Answers a check-in, or replaces an earlier answer. */
export const answerCheckIn = write({
  name: "checkIns.answer",
  invalidates: ["check_in"],
  send: ({ checkInId, memberId, date, time, faceIndex, note }: Answer, headers, api) =>
    send(api.app["check-ins"]({ id: checkInId }).answers.post({ memberId, date, time, faceIndex, note }, { headers })),
  label: () => null,
  effects: (answer) => [
    on(checkInsSource, ({ checkIns }) => ({
      checkIns: checkIns.map((each) =>
        each.id === answer.checkInId ? { ...each, today: each.today.map((slot) => answered(slot, answer)) } : each,
      ),
    })),
    on(agendaSource, (agenda) =>
      withDays(agenda, (day) => ({
        ...day,
        checkIns: day.checkIns.map((each) => (isSameSlot(each, answer) ? { ...each, answeredAt: answer.at } : each)),
      })),
    ),
    on(checkInHistory, (data, { from, to }) => {
      if (answer.isSealed || answer.date < from || answer.date > to) return data;
      const { checkInId, memberId, date, time, question, face, note, at } = answer;
      const others = data.answers.filter((each) => !isSameSlot(each, answer));
      return { answers: [{ checkInId, memberId, date, time, question, face, note, answeredAt: at }, ...others] };
    }),
  ],
  successMessage: ({ checkIns }) => checkIns.answered,
});

function answered(slot: Occurrence, answer: Answer): Occurrence {
  if (!isSameSlot({ ...slot, checkInId: answer.checkInId }, answer)) return slot;
  const { face, note, at, isSealed } = answer;
  return { ...slot, answer: isSealed ? { answeredAt: at } : { face, note, answeredAt: at } };
}
