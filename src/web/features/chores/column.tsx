import type { ComponentChildren } from "preact";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { personAttributes } from "../../people/person-color.ts";
import { cx } from "../../ui/cx.ts";
import { ProgressRing } from "../../ui/display/progress-ring.tsx";
import { Moon, Sun, Sunrise } from "../../ui/icons.ts";
import { Stars } from "./chore-card.tsx";
import { DutyCard } from "./duty-card.tsx";
import { type Column, countDone, keyOf, type PartOfDay, partOf, partsOfDay } from "./model/duties.ts";
import type { Ticking } from "./model/ticking.ts";
import type { ChoresOverlay } from "./over.tsx";

const icons: Readonly<Record<string, ComponentChildren>> = {
  morning: <Sunrise />,
  afternoon: <Sun />,
  evening: <Moon />,
};

/** What names a column on the page, to jump there. */
export function columnId({ member }: Column): string {
  return `chores-of-${member?.id ?? "anyone"}`;
}

/** The chores of one person, or what anyone may do: how far they are, then the cards by the part of the day. */
export function ChoreColumn(props: { column: Column; stars: number; ticking: Ticking; address: ChoresOverlay }) {
  const { choreBoard } = useText();
  const { member, duties } = props.column;
  const id = columnId(props.column);
  const used = partsOfDay.filter((part) => duties.some((duty) => partOf(duty) === part));
  return (
    <section
      className={cx("chores-column", !member && "chores-anyones")}
      aria-labelledby={id}
      {...personAttributes(member?.color)}
    >
      <Head {...props} id={id} />
      {duties.length === 0 && <p className="chores-nothing">{choreBoard.nothing}</p>}
      {used.map((part) => (
        <div key={part} className="chores-part">
          {(used.length > 1 || part !== null) && <PartHeading part={part} />}
          {duties
            .filter((duty) => partOf(duty) === part)
            .map((duty) => (
              <DutyCard key={keyOf(duty)} duty={duty} ticking={props.ticking} address={props.address} />
            ))}
        </div>
      ))}
    </section>
  );
}

function Head({ column: { member, duties }, stars, id }: { column: Column; stars: number; id: string }) {
  const { choreBoard } = useText();
  const [done, total] = [countDone(duties), duties.length];
  const name = member?.name ?? choreBoard.anyone;
  const state = total > 0 && done === total ? choreBoard.allDone : choreBoard.doneOf(done, total);
  return (
    <header className="chores-head">
      <ProgressRing
        label={choreBoard.progress(name, done, total)}
        done={done}
        total={total}
        color={member?.color ?? null}
        size="l"
      >
        {member ? <Avatar person={member} size="l" decorative /> : <span className="chores-anyone">🙌</span>}
      </ProgressRing>
      <div className="chores-who">
        <h2 id={id} tabIndex={-1}>
          {name}
        </h2>
        <p>{total > 0 && state}</p>
      </div>
      {member && (
        <span className="chores-balance">
          <Stars count={stars} />
        </span>
      )}
    </header>
  );
}

function PartHeading({ part }: { part: PartOfDay }) {
  const { choreBoard } = useText();
  return (
    <h3 className="chores-part-name">
      {part && icons[part]}
      {choreBoard.parts[part ?? "anyTime"]}
    </h3>
  );
}
