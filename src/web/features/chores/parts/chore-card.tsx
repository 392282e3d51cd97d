import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { AvatarStack } from "#web/people/avatar.tsx";
import { useMembers, useToday } from "#web/sync/session.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { Check } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { type ChoreOccurrence, nextInTurn, sharersOf } from "../model/occurrences.ts";
import type { Ticking } from "../model/ticking.ts";
import { Stars } from "./stars.tsx";

type ChoreCardProps = {
  occurrence: ChoreOccurrence;
  ticking: Ticking;
  /** Name of the column that contains the card. Screen readers read it as part of the card's name. */
  owner: string;
  /** Whether the card is in a narrow column. */
  compact?: boolean | undefined;
  /** Control at the end of the card, such as a menu. A tap on the control does not tick the chore. */
  end?: ComponentChildren;
};

/** Card of a chore. A tap anywhere on the card ticks the chore, if the viewer may tick it. */
export function ChoreCard({ occurrence, ticking, owner, compact, end }: ChoreCardProps) {
  const { chores } = useText();
  const detail = useId();
  const { chore, completion } = occurrence;
  const isDone = completion !== null;
  const color = useMembers().find(({ id }) => id === (occurrence.memberId ?? completion?.memberId))?.color;
  const content = (
    <>
      <span className="chore-emoji" aria-hidden="true">
        {chore.emoji}
      </span>
      <span className="chore-text">
        <span className="chore-name">{chore.name}</span>
        <span className="chore-detail" id={detail}>
          <Detail occurrence={occurrence} compact={compact} />
        </span>
      </span>
      <span className="chore-tick" aria-hidden="true">
        <Check />
      </span>
    </>
  );
  return (
    <div className={cx("chore", isDone && "chore-done", compact && "chore-compact")} {...personAttributes(color)}>
      {ticking.mayTick(occurrence) ? (
        // biome-ignore lint/a11y/useSemanticElements: an input cannot contain the card
        <button
          type="button"
          role="checkbox"
          aria-checked={isDone}
          aria-label={`${chore.name}, ${owner}`}
          aria-describedby={detail}
          className="chore-tap"
          onClick={(event) => ticking.toggle(occurrence, event.currentTarget)}
        >
          {content}
        </button>
      ) : (
        <div className="chore-tap">
          {content}
          <span className="visually-hidden">{isDone ? chores.isDone : chores.isOpen}</span>
        </div>
      )}
      {end}
    </div>
  );
}

function Detail({ occurrence, compact }: Pick<ChoreCardProps, "occurrence" | "compact">) {
  const { chores, common } = useText();
  const members = useMembers();
  const today = useToday();
  const nameOf = (id: string) => members.find((member) => member.id === id)?.name ?? common.nobody;
  const { chore, completion, date, memberId } = occurrence;
  const stars = completion?.stars ?? chore.stars;
  const isLate = chore.recurrenceRule === null && date < today && !completion;
  const next = compact || completion ? null : nextInTurn(occurrence);
  return (
    <>
      {stars > 0 && <Stars count={stars} />}
      {chore.dueTime && <time>{formatTime(chore.dueTime)}</time>}
      {isLate && <span className="chore-late">{chores.since(formatDay(date))}</span>}
      {completion && memberId === null && <span>{chores.doneBy(nameOf(completion.memberId))}</span>}
      {completion && memberId !== null && completion.memberId !== memberId && (
        <span>{chores.stoodIn(nameOf(completion.memberId))}</span>
      )}
      {next !== null && <span>{chores.next(nameOf(next))}</span>}
      {!compact && !completion && memberId === null && (
        <AvatarStack people={sharersOf(occurrence, members)} size="xs" />
      )}
    </>
  );
}
