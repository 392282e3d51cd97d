import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { personAttributes } from "../../people/person-color.ts";
import { type Member, useMembers, useViewer } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { addDays, daysFrom } from "../../time/days.ts";
import { formatDay, formatRelativeDay } from "../../time/format.ts";
import { useToday } from "../../time/zone.ts";
import { cx } from "../../ui/cx.ts";
import { Card, VisuallyHidden } from "../../ui/display/surface.tsx";
import { DaySheet } from "./day-sheet.tsx";
import { type CheckIn, checkInHistory, type PastAnswer } from "./model/source.ts";

const daysShown = 14;

/**
 * The last two weeks as faces, a strip for each member: `who`, or everybody who was or is asked. Only what the viewer may see:
 * for others than adults their own alone.
 */
export function CheckInHistory({ checkIns, who }: { checkIns: readonly CheckIn[]; who: Member | null }) {
  const { checkInScreen } = useText();
  const today = useToday();
  const members = useMembers();
  const isOwn = useViewer()?.id === who?.id;
  const days = daysFrom(addDays(today, 1 - daysShown), daysShown);
  const { data } = useSource(checkInHistory, { from: days[0] ?? today, to: today }, { keepsFormer: true });
  const [open, setOpen] = useState<{ member: Member; date: string } | null>(null);
  const answers = data?.answers ?? [];
  const asked = new Set([
    ...checkIns.flatMap(({ assigneeIds }) => assigneeIds),
    ...answers.map((each) => each.memberId),
  ]);
  const shown = (who ? [who] : members).filter(({ id }) => asked.has(id));
  if (shown.length === 0) return null;
  return (
    <section className="check-ins-part" aria-labelledby="check-in-history">
      <h2 id="check-in-history">{checkInScreen.history}</h2>
      <div className="check-ins-strips">
        {shown.map((member) => (
          <HistoryStrip
            key={member.id}
            member={member}
            isAlone={isOwn || who !== null}
            days={days}
            today={today}
            answers={answers.filter(({ memberId }) => memberId === member.id)}
            onOpen={(date) => setOpen({ member, date })}
          />
        ))}
      </div>
      {open && (
        <DaySheet
          {...open}
          checkIns={checkIns}
          answers={answers.filter(({ memberId, date }) => memberId === open.member.id && date === open.date)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

/** How many faces of a day are drawn; the rest is a number. */
const facesShown = 3;

/** One member's days, each with the faces that they picked, in the order of the day. Press a day for all of it. */
function HistoryStrip(props: {
  member: Member;
  /** There is no other strip, so that the name need not be said. */
  isAlone: boolean;
  days: readonly string[];
  today: string;
  /** This member's. */
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
  const said = answers.map(({ face, note }) => (note ? `${face.label} (${note})` : face.label));
  const rest = answers.length - facesShown;
  return (
    <li>
      <button type="button" className={cx("check-ins-day", date === today && "check-ins-today")} onClick={props.onOpen}>
        <VisuallyHidden>
          {`${formatRelativeDay(date, today)}: ${said.join(", ") || checkInScreen.noAnswer}`}
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
