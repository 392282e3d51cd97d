import { useLayoutEffect, useRef } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import type { Member } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import type { Duty } from "../model/duties.ts";

/** The friendly end of one at a time: all is done, something is left, or there was nothing. */
export function OneEnd(props: {
  member: Member;
  steps: readonly Duty[];
  stars: number;
  onAgain: () => void;
  onFinish: () => void;
}) {
  const { chores, choreBoard } = useText();
  const { one } = choreBoard;
  const { member, steps } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  // What anyone may do waits for nobody in particular.
  const left = steps.filter(({ completion, memberId }) => !completion && memberId !== null).length;
  const [picture, title, hint] =
    steps.length === 0
      ? ["🌤️", one.nothing(member.name), one.nothingHint]
      : left > 0
        ? ["👋", one.rest(member.name), one.restHint(left)]
        : ["🎉", one.finished(member.name), one.finishedHint(chores.stars(props.stars))];
  return (
    <div className="chores-one-end">
      <span className="chores-one-emoji" aria-hidden="true">
        {picture}
      </span>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p>{hint}</p>
      <div className="actions">
        {steps.length > 0 && (
          <Button size="l" onClick={props.onAgain}>
            {one.again}
          </Button>
        )}
        <Button size="l" variant="primary" onClick={props.onFinish}>
          {one.finish}
        </Button>
      </div>
    </div>
  );
}
