import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import type { Member } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card } from "#web/ui/display/surface.tsx";
import { AnswerSheet } from "./answer-sheet.tsx";
import type { SlotTime } from "./model/schedule.ts";
import type { CheckIn, Occurrence } from "./model/source.ts";
import { useWording } from "./model/wording.ts";

/**
 * Shows today's answers. Also shows the questions that are asked later today, which the member can already answer now.
 */
export function Thanks(props: {
  member: Member;
  checkIns: readonly CheckIn[];
  later: readonly { checkIn: CheckIn; slot: SlotTime }[];
  /** Whether the member has answered a question since this screen was opened. If so, the heading gets the focus. */
  isFresh: boolean;
}) {
  const { checkInScreen } = useText();
  const { member, checkIns, later, isFresh } = props;
  const wording = useWording(member.id);
  const [slot, setSlot] = useState<SlotTime | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isFresh) heading.current?.focus();
  }, [isFresh]);
  const answered = checkIns.flatMap((checkIn) =>
    checkIn.today
      .filter(({ memberId, answer }) => memberId === member.id && answer !== null)
      .map((each) => ({ checkIn, each })),
  );
  const title = answered.length > 0 ? wording.thanks : checkInScreen.nothingYet(member.name, !wording.isAbout);
  return (
    <Card className="check-ins-thanks">
      <span className="check-ins-thanks-picture" aria-hidden="true">
        {answered.length > 0 ? "💛" : "🌤️"}
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <ul className="check-ins-said">
        {answered.map(({ checkIn, each }) => (
          <li key={`${checkIn.id} ${each.time}`}>
            <GivenAnswer question={wording.question(checkIn)} occurrence={each} />
            <Button size="s" onClick={() => setSlot({ ...each, checkInId: checkIn.id })}>
              {wording.change}
            </Button>
          </li>
        ))}
        {later.map(({ checkIn, slot: each }) => (
          <li key={`${checkIn.id} ${each.time}`}>
            <span className="check-ins-answer">
              <span>{wording.question(checkIn)}</span>
              <span className="soft small">{each.label ?? formatTime(each.time)}</span>
            </span>
            <Button size="s" onClick={() => setSlot(each)}>
              {checkInScreen.answerNow}
            </Button>
          </li>
        ))}
      </ul>
      {slot && <AnswerSheet slot={slot} onClose={() => setSlot(null)} />}
    </Card>
  );
}

function GivenAnswer({ question, occurrence: { answer } }: { question: string; occurrence: Occurrence }) {
  if (!answer || !("face" in answer)) return <span>{question}</span>;
  return (
    <span className="check-ins-answer">
      <span className="soft small">{question}</span>
      <span>
        <span aria-hidden="true">{answer.face.emoji}</span> {answer.face.label}
      </span>
      {answer.note && <span className="small">“{answer.note}”</span>}
    </span>
  );
}
