import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { personAttributes } from "../../people/person-color.ts";
import type { Member } from "../../sync/session.ts";
import { formatDay, formatRelativeDay } from "../../time/format.ts";
import { cx } from "../../ui/cx.ts";
import { Card, VisuallyHidden } from "../../ui/display/surface.tsx";
import type { PastAnswer } from "./model/source.ts";

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
