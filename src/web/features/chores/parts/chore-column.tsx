import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { ProgressRing } from "#web/ui/display/progress-ring.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { type ChoreOccurrence, type Column, choreKey, countDone } from "../model/occurrences.ts";
import type { Chores } from "../model/source.ts";
import { type Ticking, useTicking } from "../model/ticking.ts";
import { ChoreCard } from "./chore-card.tsx";
import { Stars } from "./stars.tsx";

export function columnId({ member }: Column): string {
  return `chores-of-${member?.id ?? "anyone"}`;
}

export function starsOf({ starBalances }: Chores, { member }: Column): number {
  return starBalances.find(({ memberId }) => memberId === member?.id)?.stars ?? 0;
}

type ColumnProps = {
  column: Column;
  stars: number;
  compact?: boolean;
  children: ComponentChildren;
};

export function ChoreColumn({ column, stars, compact, children }: ColumnProps) {
  const { chores } = useText();
  const { member, occurrences } = column;
  const id = columnId(column);
  const [done, total] = [countDone(occurrences), occurrences.length];
  const isDone = total > 0 && done === total;
  const state = isDone ? chores.allDone : !compact && total > 0 && chores.doneOf(done, total);
  return (
    <article
      className={cx("chore-column", compact && "chore-column-compact", !member && "chore-column-anyone")}
      aria-labelledby={id}
      {...personAttributes(member?.color)}
    >
      <header className="chore-column-head">
        <Progress column={column} size={compact ? "m" : "l"} />
        <div>
          <h2 id={id} tabIndex={-1}>
            {member?.name ?? chores.anyone}
          </h2>
          {state && <p>{state}</p>}
        </div>
        {member && (
          <span className="chore-balance">
            <Stars count={stars} />
          </span>
        )}
      </header>
      {children}
    </article>
  );
}

export function Progress({ column: { member, occurrences }, size }: { column: Column; size: "s" | "m" | "l" }) {
  const { chores } = useText();
  const [done, total] = [countDone(occurrences), occurrences.length];
  return (
    <ProgressRing
      label={chores.progress(member?.name ?? chores.anyone, done, total)}
      done={done}
      total={total}
      color={member?.color ?? null}
      size={size === "l" ? "l" : "m"}
    >
      {member ? <Avatar person={member} size={size} decorative /> : <span className="chore-anyone">🙌</span>}
    </ProgressRing>
  );
}

/** List of chores as cards. `endOf` returns a control for the end of a card. */
export function ChoreList(props: {
  occurrences: readonly ChoreOccurrence[];
  ticking: Ticking;
  owner: string;
  compact?: boolean;
  endOf?: (occurrence: ChoreOccurrence) => ComponentChildren;
}) {
  const { occurrences, ticking, owner, compact, endOf } = props;
  return (
    <ul className="chore-list">
      {occurrences.map((occurrence) => (
        <li key={choreKey(occurrence)}>
          <ChoreCard
            occurrence={occurrence}
            ticking={ticking}
            owner={owner}
            compact={compact}
            end={endOf?.(occurrence)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Narrow columns of chores, for the tablet on the wall. */
export function CompactColumns(props: {
  columns: readonly Column[];
  data: Chores;
  occurrences: readonly ChoreOccurrence[];
}) {
  const { columns, data, occurrences } = props;
  const ticking = useTicking(occurrences);
  return (
    <div className="chore-columns">
      {columns.map((column) => (
        <CompactColumn key={columnId(column)} column={column} stars={starsOf(data, column)} ticking={ticking} />
      ))}
    </div>
  );
}

const CompactColumn = memo(function CompactColumn({
  ticking,
  ...shown
}: Omit<ColumnProps, "children"> & { ticking: Ticking }) {
  const { chores } = useText();
  const { member, occurrences } = shown.column;
  return (
    <ChoreColumn {...shown} compact>
      <ChoreList occurrences={occurrences} ticking={ticking} owner={member?.name ?? chores.anyone} compact />
    </ChoreColumn>
  );
});
