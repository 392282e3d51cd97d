import type { TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import type { Member } from "../../../sync/session.ts";
import { formatTime } from "../../../time/format.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ArrowLeft, ArrowRight, Check } from "../../../ui/icons.ts";
import { Stars } from "../chore-card.tsx";
import { type Duty, keyOf } from "../model/duties.ts";
import { useTicking } from "../model/ticking.ts";
import { OneEnd } from "./one-end.tsx";

/** One big card after the other, and a friendly end. The arrow keys turn to the next and the one before. */
export function OneSteps(props: { member: Member; duties: readonly Duty[]; stars: number; onFinish: () => void }) {
  const { member, duties } = props;
  const ticking = useTicking(duties, member.id);
  // As they were at the beginning: a card that is done stays in its place, to come back to.
  const [keys] = useState(() => stepsFor(duties, member.id));
  const steps = keys.flatMap((key) => duties.find((duty) => keyOf(duty) === key) ?? []);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      steps.findIndex(({ completion }) => !completion),
    ),
  );
  const duty = steps[at];
  const goTo = (next: number) => setAt(Math.min(Math.max(next, 0), steps.length));
  const turn = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") goTo(at + (event.key === forward ? 1 : -1));
  };
  const tick = (card: Element) => {
    if (!duty) return;
    ticking.toggle(duty, card);
    if (!duty.completion) goTo(at + 1);
  };
  if (!duty) return <OneEnd {...props} steps={steps} onAgain={() => goTo(0)} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only, beside the buttons for the same
    <div className="chores-one" onKeyDown={turn}>
      <Card key={keyOf(duty)} duty={duty} onTick={ticking.mayToggle(duty) ? tick : undefined} />
      <Steps at={at} goTo={goTo} total={steps.length} />
    </div>
  );
}

/** Their own, then what anyone may do and nobody has done yet. */
function stepsFor(duties: readonly Duty[], memberId: string): string[] {
  const own = duties.filter((duty) => duty.memberId === memberId);
  const anyones = duties.filter(
    ({ memberId: owner, completion, chore }) => owner === null && !completion && chore.memberIds.includes(memberId),
  );
  return [...own, ...anyones].map(keyOf);
}

function Card({ duty, onTick }: { duty: Duty; onTick: ((card: Element) => void) | undefined }) {
  const { choreBoard } = useText();
  const { chore, completion, memberId } = duty;
  const isDone = completion !== null;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <section className={cx("chores-one-card", isDone && "chores-one-done")} aria-label={chore.name}>
      <span className="chores-one-emoji" aria-hidden="true">
        {chore.emoji}
      </span>
      <h3>{chore.name}</h3>
      <p className="chores-one-detail">
        <Stars count={completion?.stars ?? chore.stars} />
        {chore.dueTime && <time>{formatTime(chore.dueTime)}</time>}
        {memberId === null && <span>{choreBoard.anyone}</span>}
      </p>
      <button
        ref={button}
        type="button"
        className="chores-one-tick"
        disabled={!onTick}
        onClick={(event) => onTick?.(event.currentTarget)}
      >
        <Check />
        <span>{isDone ? choreBoard.one.untick : choreBoard.one.tick}</span>
      </button>
    </section>
  );
}

function Steps({ at, total, goTo }: { at: number; total: number; goTo: (at: number) => void }) {
  const { one } = useText().choreBoard;
  return (
    <div className="chores-one-steps">
      <Button size="l" icon={<ArrowLeft />} disabled={at === 0} onClick={() => goTo(at - 1)}>
        {one.previous}
      </Button>
      <span className="tabular soft" aria-live="polite">
        {one.step(at + 1, total)}
      </span>
      <Button size="l" onClick={() => goTo(at + 1)}>
        {one.next}
        <ArrowRight />
      </Button>
    </div>
  );
}
