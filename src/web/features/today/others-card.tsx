import { useId, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar, AvatarStack } from "#web/people/avatar.tsx";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { useMembers, useNow } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { ProgressRing } from "#web/ui/display/progress-ring.tsx";
import { Card } from "#web/ui/display/surface.tsx";
import { ChevronDown } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";
import { DayRows } from "./day-rows.tsx";
import { countsOf, type Entry, isRunning, type PersonDay, titleOf } from "./model/timeline.ts";
import type { RowActions } from "./rows.tsx";

/** Card with one line for each other person, and last for what anyone may do. A tap unfolds the person's entries. */
export function OthersCard({ days, ...actions }: { days: readonly PersonDay[] } & RowActions) {
  const { today } = useText();
  const ifCurrent = useIfCurrent();
  const members = useMembers();
  const isIdle = days.every(({ open, done, past }) => open.length + done.length + past.length === 0);
  if (days.length === 0) return null;
  if (isIdle) {
    const people = members.filter(({ id }) => days.some(({ memberId }) => memberId === id));
    return (
      <Card className="others-idle">
        <AvatarStack people={people} decorative />
        <span className="soft">{ifCurrent(today.othersIdle)}</span>
      </Card>
    );
  }
  return (
    <Card className="others" role="region" aria-labelledby="today-others">
      <h2 id="today-others">{today.others}</h2>
      <ul>
        {days.map((day) => (
          <Person key={day.memberId} day={day} {...actions} />
        ))}
      </ul>
    </Card>
  );
}

function Person({ day, ...actions }: { day: PersonDay } & RowActions) {
  const { chores, today } = useText();
  const { time } = useNow();
  const member = useMembers().find(({ id }) => id === day.memberId) ?? null;
  const isPhone = useBreakpoint("phone");
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? !isPhone;
  const id = useId();
  const next = nextOf(day, time);
  const { done, total } = countsOf(day);
  const name = member?.name ?? chores.anyone;
  const state =
    member === null
      ? today.open(total - done)
      : total === 0
        ? ""
        : done === total
          ? chores.allDone
          : today.of(done, total);
  return (
    <li className="other" {...personAttributes(member?.color)}>
      <button
        type="button"
        className="other-head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChoice(!isOpen)}
      >
        <span aria-hidden="true">
          <ProgressRing label={name} done={done} total={total} color={member?.color ?? null}>
            {member ? <Avatar person={member} size="s" decorative /> : <span className="chore-anyone">🙌</span>}
          </ProgressRing>
        </span>
        <span>
          <span className="other-name">{name}</span>
          <span className="other-next">{useNextText(day, { next, isOpen })}</span>
        </span>
        <span className={cx("other-count", total > 0 && done === total && "is-done")}>{state}</span>
        <ChevronDown />
      </button>
      {isOpen && (
        <DayRows
          id={id}
          entries={day.open.filter((entry) => entry !== next || entry.kind !== "event")}
          done={day.done}
          {...actions}
        />
      )}
    </li>
  );
}

/** Returns the entry that the line of a person names: the event that runs, else the next entry that has a time. */
function nextOf({ open }: PersonDay, now: string): Entry | undefined {
  const running = open.findLast((entry) => isRunning(entry, now));
  return running ?? open.find(({ time }) => time !== null && time > now) ?? open[0];
}

/**
 * Returns the next entry of a person as “Piano 16:00” or “Football to 15:45”, and the titles of all that anyone may do.
 * Tasks and chores are left out while the rows below show them.
 */
function useNextText({ memberId, open }: PersonDay, shown: { next: Entry | undefined; isOpen: boolean }): string {
  const { today } = useText();
  const { time: now } = useNow();
  const { next, isOpen } = shown;
  if (!next || (isOpen && next.kind !== "event")) return "";
  if (memberId === null) return open.map(titleOf).join(", ");
  const title = next.kind === "event" && next.event.event.busyOnly ? today.busy : titleOf(next);
  if (next.kind !== "event") return next.time === null ? title : `${title} ${formatTime(next.time)}`;
  const { start, end } = next.event;
  if (!isRunning(next, now)) return start === null ? title : `${title} ${formatTime(start)}`;
  return end === null ? title : `${title} ${today.until(formatTime(end))}`;
}
