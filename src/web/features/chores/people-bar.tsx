import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { ProgressRing } from "../../ui/display/progress-ring.tsx";
import { columnId } from "./column.tsx";
import { type Column, countDone } from "./model/duties.ts";

/** On a phone, where the columns stand under each other: everybody's ring, to jump to their chores. */
export function PeopleBar({ columns }: { columns: readonly Column[] }) {
  const { choreBoard } = useText();
  const jump = (column: Column) => {
    const heading = document.getElementById(columnId(column));
    heading?.closest("section")?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav className="chores-people" aria-label={choreBoard.people}>
      {columns.map((column) => {
        const { member, duties } = column;
        const name = member?.name ?? choreBoard.anyone;
        const [done, total] = [countDone(duties), duties.length];
        return (
          <button key={columnId(column)} type="button" className="chores-person" onClick={() => jump(column)}>
            <ProgressRing
              label={choreBoard.progress(name, done, total)}
              done={done}
              total={total}
              color={member?.color ?? null}
            >
              {member ? <Avatar person={member} size="s" decorative /> : <span>🙌</span>}
            </ProgressRing>
            <span>{name}</span>
          </button>
        );
      })}
    </nav>
  );
}
