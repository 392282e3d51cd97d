import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { personAttributes } from "../../people/person-color.ts";
import { type Member, useHousehold } from "../../sync/session.ts";
import { formatDay, formatRelativeDay, formatTime } from "../../time/format.ts";
import { useToday } from "../../time/zone.ts";
import { Button } from "../../ui/controls/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Card, VisuallyHidden } from "../../ui/display/surface.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { AnswerSheet } from "./answer-sheet.tsx";
import { answerable } from "./model/schedule.ts";
import { type Asked, type CheckIn, isSameAsked, type PastAnswer } from "./model/source.ts";

/** Further faces of a day are shown as a number. */
const facesShown = 3;

export function HistoryStrip(props: {
  member: Member;
  /** The only strip needs no name. */
  isAlone: boolean;
  days: readonly string[];
  today: string;
  answers: readonly PastAnswer[];
  onOpen: (date: string) => void;
}) {
  const { member, isAlone, days, today, answers } = props;
  return (
    <Card className="check-ins-strip" {...personAttributes(member.color)}>
      {!isAlone && (
        <h3>
          <Avatar person={member} size="s" decorative />
          {member.name}
        </h3>
      )}
      <ul className="check-ins-days">
        {days.map((date) => (
          <Day
            key={date}
            date={date}
            today={today}
            answers={answers.filter((each) => each.date === date).reverse()}
            onOpen={() => props.onOpen(date)}
          />
        ))}
      </ul>
    </Card>
  );
}

function Day(props: { date: string; today: string; answers: readonly PastAnswer[]; onOpen: () => void }) {
  const { checkInScreen } = useText();
  const { date, today, answers } = props;
  const answered = answers.map(({ face, note }) => (note ? `${face.label} (${note})` : face.label));
  const rest = answers.length - facesShown;
  return (
    <li>
      <button type="button" className={cx("check-ins-day", date === today && "check-ins-today")} onClick={props.onOpen}>
        <VisuallyHidden>
          {`${formatRelativeDay(date, today)}: ${answered.join(", ") || checkInScreen.noAnswer}`}
        </VisuallyHidden>
        <span className="check-ins-weekday" aria-hidden="true">
          {formatDay(date, "weekday")}
          <span>{formatDay(date, "date")}</span>
        </span>
        <span className="check-ins-faces" aria-hidden="true">
          {answers.length === 0 && <span className="check-ins-blank" />}
          {answers.slice(0, facesShown).map(({ checkInId, time, face, note }) => (
            <span key={`${checkInId} ${time}`} className={cx(note && "check-ins-noted")}>
              {face.emoji}
            </span>
          ))}
          {rest > 0 && <span className="small">+{rest}</span>}
        </span>
      </button>
    </li>
  );
}

/** Includes the questions that may still be answered. */
export function DaySheet(props: {
  member: Member;
  date: string;
  checkIns: readonly CheckIn[];
  /** Latest first. */
  answers: readonly PastAnswer[];
  onClose: () => void;
}) {
  const { checkIns: words, checkInScreen } = useText();
  const { member, date, checkIns, answers, onClose } = props;
  const { timeZone } = useHousehold();
  const today = useToday();
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = checkIns.flatMap((checkIn) =>
    answerable(checkIn, { memberId: member.id, date }, { today, timeZone }).map((each) => ({ checkIn, asked: each })),
  );
  const answered = answers.map((answer) => ({
    answer,
    time: answer.time,
    mayChange: open.some((each) => isSameAsked(each.asked, answer)),
  }));
  const unanswered = open
    .filter((each) => !answers.some((answer) => isSameAsked(answer, each.asked)))
    .map((each) => ({ ...each, time: each.asked.time }));
  if (asked) return <AnswerSheet asked={asked} onClose={() => setAsked(null)} />;
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
                  <span className="soft small">{row.answer.question}</span>
                  <span>{row.answer.face.label}</span>
                  {row.answer.note && <span className="small">“{row.answer.note}”</span>}
                </span>
                {row.mayChange && (
                  <Button size="s" onClick={() => setAsked(row.answer)}>
                    {words.change}
                  </Button>
                )}
              </li>
            ) : (
              <li key={`${row.checkIn.id} ${row.time}`}>
                <span className="check-ins-answer">
                  <span>{row.checkIn.question}</span>
                  <span className="soft small">{row.asked.label ?? formatTime(row.time)}</span>
                </span>
                <Button size="s" onClick={() => setAsked(row.asked)}>
                  {checkInScreen.answerNow}
                </Button>
              </li>
            ),
          )}
      </ul>
    </Sheet>
  );
}
