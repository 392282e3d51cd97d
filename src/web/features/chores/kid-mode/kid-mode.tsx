import type { TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { PersonButtonGrid } from "#web/people/person-button-grid.tsx";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { type Member, useIsAdult, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { FullScreenDialog } from "#web/ui/display/full-screen-dialog.tsx";
import { ArrowLeft, ArrowRight, Check } from "#web/ui/icons.ts";
import type { ChoresOverlay } from "../board.tsx";
import { type ChoreOccurrence, choreKey } from "../model/occurrences.ts";
import type { Chores } from "../model/source.ts";
import { useChoreOccurrences, useTicking } from "../model/ticking.ts";
import { Stars } from "../parts/stars.tsx";

/**
 * Shows one chore at a time, for small children. If `memberId` is null, the screen first asks an adult to choose the
 * child.
 */
export function KidMode(props: { data: Chores; memberId: string | null; address: ChoresOverlay }) {
  const { choreBoard, today } = useText();
  const { data, address } = props;
  const members = useMembers();
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const { occurrences } = useChoreOccurrences(useToday());
  const memberId = isAdult ? props.memberId : (viewer?.id ?? null);
  const member = members.find(({ id }) => id === memberId);
  return (
    <FullScreenDialog
      onClose={address.close}
      title={member ? member.name : today.whoAreYou}
      color={member?.color ?? null}
    >
      {!member ? (
        <>
          <p className="soft">{choreBoard.one.whoHint}</p>
          <PersonButtonGrid people={members} onChoose={({ id }) => address.replace({ one: id })} />
        </>
      ) : (
        occurrences && (
          <Steps
            key={member.id}
            member={member}
            occurrences={occurrences}
            stars={data.starBalances.find((each) => each.memberId === member.id)?.stars ?? 0}
            onFinish={address.close}
          />
        )
      )}
    </FullScreenDialog>
  );
}

function Steps(props: {
  member: Member;
  occurrences: readonly ChoreOccurrence[];
  stars: number;
  onFinish: () => void;
}) {
  const { one } = useText().choreBoard;
  const { member, occurrences } = props;
  const ticking = useTicking(occurrences, member.id);
  // The initial order is kept: completed cards stay in their place, so that the child can go back.
  const [keys] = useState(() => stepsFor(occurrences, member.id));
  const steps = keys.flatMap((key) => occurrences.find((occurrence) => choreKey(occurrence) === key) ?? []);
  const firstOpen = steps.findIndex(({ completion }) => !completion);
  const [at, setAt] = useState(Math.max(0, firstOpen));
  const occurrence = steps[at];
  const goTo = (next: number) => setAt(Math.min(Math.max(next, 0), steps.length));
  const turn = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") goTo(at + (event.key === forward ? 1 : -1));
  };
  const tick = (card: Element) => {
    if (!occurrence) return;
    ticking.toggle(occurrence, card);
    if (!occurrence.completion) goTo(at + 1);
  };
  if (!occurrence) return <Summary {...props} steps={steps} onAgain={() => goTo(0)} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only, beside the buttons for the same
    <div className="kid-mode" onKeyDown={turn}>
      <Card
        key={choreKey(occurrence)}
        occurrence={occurrence}
        onTick={ticking.mayTick(occurrence) ? tick : undefined}
      />
      <div className="kid-mode-steps">
        <Button size="l" icon={<ArrowLeft />} disabled={at === 0} onClick={() => goTo(at - 1)}>
          {one.previous}
        </Button>
        <span className="tabular soft" aria-live="polite">
          {one.step(at + 1, steps.length)}
        </span>
        <Button size="l" onClick={() => goTo(at + 1)}>
          {one.next}
          <ArrowRight />
        </Button>
      </div>
    </div>
  );
}

/**
 * Returns the keys of the occurrences to show: first those of the member's own chores, then those of open chores that
 * anyone may do.
 */
function stepsFor(occurrences: readonly ChoreOccurrence[], memberId: string): string[] {
  const own = occurrences.filter((occurrence) => occurrence.memberId === memberId);
  const unassigned = occurrences.filter(
    ({ memberId: owner, completion, chore }) => owner === null && !completion && chore.memberIds.includes(memberId),
  );
  return [...own, ...unassigned].map(choreKey);
}

function Card({ occurrence, onTick }: { occurrence: ChoreOccurrence; onTick: ((card: Element) => void) | undefined }) {
  const { chores, choreBoard } = useText();
  const { chore, completion, memberId } = occurrence;
  const isDone = completion !== null;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <section className={cx("kid-mode-card", isDone && "kid-mode-done")} aria-label={chore.name}>
      <span className="kid-mode-emoji" aria-hidden="true">
        {chore.emoji}
      </span>
      <h3>{chore.name}</h3>
      <p className="kid-mode-detail">
        <Stars count={completion?.stars ?? chore.stars} />
        {chore.dueTime && <time>{formatTime(chore.dueTime)}</time>}
        {memberId === null && <span>{chores.anyone}</span>}
      </p>
      <button
        ref={button}
        type="button"
        className="kid-mode-tick"
        disabled={!onTick}
        onClick={(event) => onTick?.(event.currentTarget)}
      >
        <Check />
        <span>{isDone ? choreBoard.one.untick : choreBoard.one.tick}</span>
      </button>
    </section>
  );
}

function Summary(props: {
  member: Member;
  steps: readonly ChoreOccurrence[];
  stars: number;
  onAgain: () => void;
  onFinish: () => void;
}) {
  const { chores, choreBoard } = useText();
  const { one } = choreBoard;
  const ifCurrent = useIfCurrent();
  const { member, steps } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  // Chores for anyone do not count.
  const left = steps.filter(({ completion, memberId }) => !completion && memberId !== null).length;
  const [picture, title, hint] =
    steps.length === 0
      ? ["🌤️", ifCurrent(one.nothing(member.name)), one.nothingHint]
      : left > 0
        ? ["👋", one.rest(member.name), one.restHint(left)]
        : ["🎉", one.finished(member.name), one.finishedHint(chores.stars(props.stars))];
  return (
    <div className="kid-mode-card kid-mode-summary">
      <span className="kid-mode-emoji" aria-hidden="true">
        {picture}
      </span>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p>{hint}</p>
      <div className="actions actions-center">
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
