import { Link } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { useMembers } from "../../sync/session.ts";
import { ErrorNotice } from "../../ui/display/notice.tsx";
import { SectionHeader } from "../../ui/display/surface.tsx";
import { ChevronRight } from "../../ui/icons.ts";
import { columnsOf } from "../chores/model/duties.ts";
import type { useDuties } from "../chores/model/ticking.ts";
import { CompactColumns } from "../chores/parts/chore-column.tsx";

/** The chores of today, to be ticked right here. `chosen` shows one member's and those that anyone may do; `first` comes first. */
export function ChoresCard(props: {
  chores: ReturnType<typeof useDuties>;
  chosen: string | null;
  first: string | null;
}) {
  const { common, today } = useText();
  const { chores, chosen, first } = props;
  const { data, duties = [], refetch } = chores;
  const members = useMembers();
  const columns = columnsOf(duties, [], members, first).filter(
    ({ member }) => chosen === null || member === null || member.id === chosen,
  );
  return (
    <section className="today-chores" aria-labelledby="today-chores">
      <SectionHeader
        title={common.nav.chores}
        id="today-chores"
        actions={
          <Link href="/chores" className="today-more" aria-label={common.nav.chores}>
            <ChevronRight />
          </Link>
        }
      />
      {!data ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
      ) : columns.length === 0 ? (
        <p className="card soft">{today.noChores}</p>
      ) : (
        <CompactColumns columns={columns} data={data} duties={duties} level={3} />
      )}
    </section>
  );
}
