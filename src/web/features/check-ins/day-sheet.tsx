import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { type Member, useHousehold, useToday } from "#web/sync/session.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { AnswerSheet } from "./answer-sheet.tsx";
import { answerable } from "./model/schedule.ts";
import { type CheckIn, type CheckInSlot, isSameSlot, type PastAnswer } from "./model/source.ts";
import { useWording } from "./model/wording.ts";

/**
 * Sheet of one day in the history of check-ins. It also shows the day's unanswered questions, if they can still be
 * answered.
 */
export function DaySheet(props: {
  member: Member;
  date: string;
  checkIns: readonly CheckIn[];
  /** Answers of the day, latest first. */
  answers: readonly PastAnswer[];
  onClose: () => void;
}) {
  const { checkInScreen } = useText();
  const { member, date, checkIns, answers, onClose } = props;
  const wording = useWording(member.id);
  const { timeZone } = useHousehold();
  const today = useToday();
  const [slot, setSlot] = useState<CheckInSlot | null>(null);
  const open = checkIns.flatMap((checkIn) =>
    answerable(checkIn, { memberId: member.id, date }, { today, timeZone }).map((each) => ({ checkIn, slot: each })),
  );
  const answered = answers.map((answer) => ({
    answer,
    time: answer.time,
    mayChange: open.some((each) => isSameSlot(each.slot, answer)),
  }));
  const unanswered = open
    .filter((each) => !answers.some((answer) => isSameSlot(answer, each.slot)))
    .map((each) => ({ ...each, time: each.slot.time }));
  if (slot) return <AnswerSheet slot={slot} onClose={() => setSlot(null)} />;
  return (
    <Sheet open onClose={onClose} title={formatDay(date, "long")} sub={member.name}>
      {answered.length + unanswered.length === 0 && <p className="soft">{checkInScreen.noAnswer}</p>}
      <ul className="check-ins-said">
        {[...answered, ...unanswered]
          .sort((a, b) => a.time.localeCompare(b.time))
          .map((row) =>
            "answer" in row ? (
              <li key={`${row.answer.checkInId} ${row.time}`}>
                <span className="check-ins-large" aria-hidden="true">
                  {row.answer.face.emoji}
                </span>
                <span className="check-ins-answer">
                  <span className="soft small">{wording.question(row.answer)}</span>
                  <span>{row.answer.face.label}</span>
                  {row.answer.note && <span className="small">“{row.answer.note}”</span>}
                </span>
                {row.mayChange && (
                  <Button size="s" onClick={() => setSlot(row.answer)}>
                    {wording.change}
                  </Button>
                )}
              </li>
            ) : (
              <li key={`${row.checkIn.id} ${row.time}`}>
                <span className="check-ins-answer">
                  <span>{wording.question(row.checkIn)}</span>
                  <span className="soft small">{row.slot.label ?? formatTime(row.time)}</span>
                </span>
                <Button size="s" onClick={() => setSlot(row.slot)}>
                  {checkInScreen.answerNow}
                </Button>
              </li>
            ),
          )}
      </ul>
    </Sheet>
  );
}
