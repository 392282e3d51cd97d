import { agendaSource } from "../agenda/source.ts";
import { choresSource } from "../chores/source.ts";
import { useMembers } from "../data/session.ts";
import { useSource } from "../data/use-source.ts";
import { useText } from "../text/catalogue.ts";
import { useToday } from "../time/zone.ts";
import { ChoreColumn } from "../today/chore-column.tsx";
import { columnsOf } from "../today/columns.ts";
import { EmptyState } from "../ui/notice.tsx";
import { PageHeader } from "../ui/surface.tsx";

/** Today's chores, large. */
export function ChoresView() {
  const { common, today: words } = useText();
  const today = useToday();
  const members = useMembers();
  const { data: agenda } = useSource(agendaSource, { from: today, days: 2 }, { keepsFormer: true });
  const { data: chores } = useSource(choresSource, {});
  const day = agenda?.days.find(({ date }) => date === today);
  const columns = day ? columnsOf(day, chores?.chores ?? [], members, null) : [];
  const starsOf = (id: string) => chores?.starBalances.find(({ memberId }) => memberId === id)?.stars ?? 0;
  return (
    <>
      <PageHeader title={common.nav.chores} />
      {day && columns.length === 0 && <EmptyState picture="🌿" title={words.noChores} />}
      <div className="today-columns">
        {columns.map((column) => (
          <ChoreColumn
            key={column.member?.id ?? "anyone"}
            column={column}
            level={2}
            stars={column.member ? starsOf(column.member.id) : null}
          />
        ))}
      </div>
    </>
  );
}
