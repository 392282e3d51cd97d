import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import type { Member } from "#web/sync/session.ts";
import { useNow } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card } from "#web/ui/display/surface.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { AnswerFields } from "./answer-sheet.tsx";
import { type SlotTime, waitingFor } from "./model/schedule.ts";
import type { CheckIn } from "./model/source.ts";
import { useAnswer } from "./model/use-answer.ts";
import { useWording } from "./model/wording.ts";
import { Thanks } from "./thanks.tsx";

export function AnswerForm(props: {
  member: Member;
  checkIns: readonly CheckIn[];
  /** Whether an adult has just chosen this member on the screen. If so, the heading gets the focus. */
  isChosen: boolean;
}) {
  const { member, checkIns, isChosen } = props;
  const now = useNow();
  const { due, later } = waitingFor(checkIns, member.id, now);
  const [answered, setAnswered] = useState(0);
  const [next] = due;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The chosen avatar had the focus and was removed.
    if (isChosen) place.current?.querySelector<HTMLElement>("h2")?.focus();
  }, [isChosen]);
  return (
    <div ref={place} className="check-ins-asking" {...personAttributes(member.color)}>
      {next ? (
        <Question
          key={`${next.slot.checkInId} ${next.slot.time}`}
          member={member}
          {...next}
          count={due.length}
          isFirst={answered === 0}
          onAnswered={() => setAnswered(answered + 1)}
        />
      ) : (
        <Thanks member={member} checkIns={checkIns} later={later} isFresh={answered > 0} />
      )}
    </div>
  );
}

function Question(props: {
  member: Member;
  checkIn: CheckIn;
  slot: SlotTime;
  count: number;
  isFirst: boolean;
  onAnswered: () => void;
}) {
  const { checkInScreen } = useText();
  const { member, checkIn, slot, count, isFirst } = props;
  const answer = useAnswer(checkIn, slot);
  const wording = useWording(member.id);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // The previous question had the focus and was removed.
    if (!isFirst) heading.current?.focus();
  }, [isFirst]);
  return (
    <Card>
      <form
        className="check-ins-question"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (answer.save(wording.answered)) props.onAnswered();
        }}
      >
        <div className="check-ins-asked">
          <Avatar person={member} size="l" decorative />
          <div>
            <p className="soft small">{checkInScreen.asked(member.name, slot.label ?? formatTime(slot.time))}</p>
            <h2 ref={heading} tabIndex={-1}>
              {wording.question(checkIn)}
            </h2>
          </div>
        </div>
        <AnswerFields checkIn={checkIn} answer={answer} wording={wording} />
        <div className="check-ins-send">
          {count > 1 && <span className="soft small">{checkInScreen.moreAfter(count - 1)}</span>}
          <Button type="submit" variant="primary" size="l">
            {wording.answer}
          </Button>
        </div>
      </form>
    </Card>
  );
}
