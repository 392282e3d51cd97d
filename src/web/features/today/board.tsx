import { useCallback } from "preact/hooks";
import { useMembers } from "../../sync/session.ts";
import { useShared } from "../../sync/use-source.ts";
import type { Agenda, AgendaDay } from "../calendar/model/agenda.ts";
import type { Chores } from "../chores/model/source.ts";
import { AgendaCard } from "./agenda-card.tsx";
import { CheckInsCard } from "./check-ins-card.tsx";
import { ChoresCard } from "./chores-card.tsx";
import { columnsOf } from "./columns.ts";
import { DinnerCard } from "./dinner-card.tsx";
import { dayFor } from "./filter.ts";
import { TasksCard } from "./tasks-card.tsx";
import { TomorrowCard } from "./tomorrow-card.tsx";

type BoardProps = {
  readonly day: AgendaDay;
  readonly tomorrow: AgendaDay | undefined;
  readonly overdue: Agenda["overdueTasks"];
  readonly chores: Chores | undefined;
  /** The member whose day is shown alone; null: everybody's. */
  readonly chosen: string | null;
  /** The member whose things come first. */
  readonly first: string | null;
  /** On a shared tablet: hears who touched their own picture. */
  readonly onYou?: ((memberId: string) => void) | undefined;
};

/** The parts of Today, in the order of use; for a child, their own chores before the family's day. */
export function Board({ day, tomorrow, overdue, chores, chosen, first, onYou }: BoardProps) {
  const members = useMembers();
  const shown = useShared(dayFor(day, chosen));
  const columns = useShared(columnsOf(shown, chores?.chores ?? [], members, first));
  const starsOf = useCallback(
    (id: string) => chores?.starBalances.find(({ memberId }) => memberId === id)?.stars ?? 0,
    [chores],
  );
  const later = useShared(tomorrow && dayFor(tomorrow, chosen));
  const isShown = (task: { memberId: string }) => chosen === null || task.memberId === chosen;
  const agenda = <AgendaCard date={shown.date} events={shown.events} />;
  return (
    <div className="today-board">
      {first === null && agenda}
      <ChoresCard columns={columns} starsOf={starsOf} />
      {first !== null && agenda}
      <TasksCard overdue={overdue.filter(isShown)} due={shown.tasks} day={day.date} first={first} />
      <div className="today-side">
        <DinnerCard meals={day.meals} />
        <CheckInsCard checkIns={shown.checkIns} onYou={onYou} />
      </div>
      {later && <TomorrowCard day={later} />}
    </div>
  );
}
