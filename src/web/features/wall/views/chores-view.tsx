import { useText } from "../../../i18n/catalogue.ts";
import { useMembers } from "../../../sync/session.ts";
import { useSource } from "../../../sync/use-source.ts";
import { useToday } from "../../../time/zone.ts";
import { EmptyState } from "../../../ui/display/notice.tsx";
import { PageHeader } from "../../../ui/display/surface.tsx";
import { agendaSource } from "../../calendar/model/agenda.ts";
import { choresSource } from "../../chores/model/source.ts";
import { ChoreColumn } from "../../today/chore-column.tsx";
import { columnsOf } from "../../today/columns.ts";

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
