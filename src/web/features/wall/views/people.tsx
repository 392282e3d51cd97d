import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { type Member, useMembers } from "#web/sync/session.ts";
import { cx } from "#web/ui/cx.ts";
import { ProgressRing } from "#web/ui/display/progress-ring.tsx";
import { Check, ChevronRight } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import type { Ticking } from "../../chores/model/ticking.ts";
import type { ShownEntry } from "../../today/model/leaving.ts";
import { countsOf, type PersonDay, titleOf } from "../../today/model/timeline.ts";
import { Late, type OnTick, Tick } from "../../today/rows.tsx";
import { useLeaving } from "../../today/use-leaving.ts";
import { isFinished, type Parts, toDo } from "../model/folding.ts";

type Opening = { readonly opened: string | null; readonly onOpen: (memberId: string | null) => void };

/** Cards of the people with their tasks and chores in columns, and “Anyone” below. `shown` is what each column shows. */
export function People(
  props: {
    columns: readonly (readonly PersonDay[])[];
    anyone: PersonDay | undefined;
    shown: readonly Parts[];
    ticking: Ticking;
  } & Opening,
) {
  const { columns, anyone, shown, ticking, opened, onOpen } = props;
  const { today } = useText();
  const ifCurrent = useIfCurrent();
  const members = useMembers();
  const isIdle = !anyone && columns.flat().every((day) => countsOf(day).total === 0);
  return (
    <div className="wall-people" style={{ "--columns": columns.length }}>
      {columns.map((column, index) => (
        <div key={column[0]?.memberId} className="wall-column" data-fit>
          {column.map((day, at) => {
            const member = members.find(({ id }) => id === day.memberId);
            const count = shown[index]?.rows[at] ?? 0;
            return (
              member && (
                <PersonCard
                  key={day.memberId}
                  member={member}
                  day={day}
                  count={count}
                  ticking={ticking}
                  onOpen={onOpen}
                  isOpened={member.id === opened}
                />
              )
            );
          })}
        </div>
      ))}
      {anyone && <Anyone day={anyone} isWhole={shown.every((parts) => parts.anyone > 0)} ticking={ticking} />}
      {isIdle && <p className="wall-none soft">{ifCurrent(today.nothingDue)}</p>}
    </div>
  );
}

/** Card of a person. `count` is the number of rows for which there is room. The button “2 more” shows the next rows. */
function PersonCard(props: {
  member: Member;
  day: PersonDay;
  count: number;
  ticking: Ticking;
  isOpened: boolean;
  onOpen: Opening["onOpen"];
}) {
  const { chores, today } = useText();
  const { member, day, count, ticking, isOpened, onOpen } = props;
  const [first, setFirst] = useState(0);
  const open = toDo(day);
  const { rows, onTick } = useLeaving(open, day.done);
  // A row that leaves needs the place of another row only if not all rows are shown.
  const places = count < open.length ? count : rows.length;
  const start = rows.length > 0 ? first % rows.length : 0;
  const hidden = places > 0 ? rows.length - places : 0;
  const shown = [...rows.slice(start), ...rows.slice(0, start)].slice(0, places);
  const { done, total } = countsOf(day);
  return (
    <section
      className="wall-person"
      style={{ "--rows": places + (hidden > 0 ? 1 : 0) }}
      aria-label={member.name}
      {...personAttributes(member.color)}
    >
      <Head
        isOpened={isOpened}
        onOpen={open.length > 0 && (isOpened || count === 0) ? () => onOpen(isOpened ? null : member.id) : null}
      >
        <ProgressRing label={chores.progress(member.name, done, total)} done={done} total={total} color={member.color}>
          <Avatar person={member} decorative />
        </ProgressRing>
        <span>
          <h2>{member.name}</h2>
          {isFinished(day) && <small>{chores.allDone}</small>}
        </span>
        {isFinished(day) ? <Check /> : total > 0 && <span className="wall-count">{`${done}/${total}`}</span>}
      </Head>
      {places > 0 && (
        <ul>
          {shown.map((row) => (
            <WallRow key={row.entry.key} {...row} ticking={ticking} onTick={onTick} />
          ))}
          {hidden > 0 && (
            <li>
              <button type="button" className="wall-do wall-more" onClick={() => setFirst(start + places)}>
                <span>{today.more(hidden)}</span>
                <ChevronRight />
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

/** Head of a card. It is a button if the person's rows can be opened or closed. */
function Head(props: { isOpened: boolean; onOpen: (() => void) | null; children: ComponentChildren }) {
  const { isOpened, onOpen, children } = props;
  if (!onOpen) return <header className="wall-person-head">{children}</header>;
  return (
    <button type="button" className="wall-person-head" aria-expanded={isOpened} onClick={onOpen}>
      {children}
    </button>
  );
}

function WallRow({ entry, isLeaving, ticking, onTick }: ShownEntry & { ticking: Ticking; onTick: OnTick }) {
  return (
    <li className={cx("wall-do", isLeaving && "is-leaving")}>
      <Tick entry={entry} ticking={ticking} onTick={onTick} isTicked={isLeaving} />
      <span>
        <span className="wall-do-text">{titleOf(entry)}</span>
        <Late entry={entry} />
      </span>
      {entry.kind === "chore" && (
        <span className="wall-do-emoji" aria-hidden="true">
          {entry.occurrence.chore.emoji}
        </span>
      )}
    </li>
  );
}

function Anyone({ day, isWhole, ticking }: { day: PersonDay; isWhole: boolean; ticking: Ticking }) {
  const { chores, today } = useText();
  const { rows, onTick } = useLeaving(day.open.slice(0, 1), day.done);
  const [first] = rows;
  const others = day.open.length - 1;
  return (
    <section className="wall-person wall-anyone" aria-label={chores.anyone}>
      <header className="wall-person-head">
        <span aria-hidden="true">🙌</span>
        <h2>{chores.anyone}</h2>
      </header>
      {!first && <span>{chores.allDone}</span>}
      {first && isWhole && (
        <ul>
          <WallRow key={first.entry.key} {...first} ticking={ticking} onTick={onTick} />
        </ul>
      )}
      {first && (!isWhole || others > 0) && (
        <Link href="/chores" className="wall-count">
          {isWhole ? today.more(others) : today.open(day.open.length)}
        </Link>
      )}
    </section>
  );
}
