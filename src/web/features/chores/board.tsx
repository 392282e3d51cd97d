import { useText } from "../../i18n/catalogue.ts";
import { useMembers, useViewer } from "../../sync/session.ts";
import { EmptyState } from "../../ui/display/notice.tsx";
import { ChoreColumn, columnId } from "./column.tsx";
import { columnsOf, type Duty } from "./model/duties.ts";
import type { Chores } from "./model/source.ts";
import { useTicking } from "./model/ticking.ts";
import type { ChoresOverlay } from "./over.tsx";
import { PeopleBar } from "./people-bar.tsx";
import { WhoSheet } from "./who-sheet.tsx";

/** All columns of a day, a child's own before the others'. */
export function Board({ data, duties, address }: { data: Chores; duties: readonly Duty[]; address: ChoresOverlay }) {
  const { choreBoard } = useText();
  const members = useMembers();
  const viewer = useViewer();
  const ticking = useTicking(duties);
  const columns = columnsOf(duties, data.chores, members, viewer?.role === "child" ? viewer.id : null);
  const starsOf = (id: string | undefined) => data.starBalances.find(({ memberId }) => memberId === id)?.stars ?? 0;
  return (
    <>
      {columns.length > 1 && <PeopleBar columns={columns} />}
      {duties.length === 0 && (
        <EmptyState small picture="🌤️" title={choreBoard.nothingToday}>
          {choreBoard.nothingTodayHint}
        </EmptyState>
      )}
      <div className="chores-board">
        {columns.map((column) => (
          <ChoreColumn
            key={columnId(column)}
            column={column}
            ticking={ticking}
            address={address}
            stars={starsOf(column.member?.id)}
          />
        ))}
      </div>
      {ticking.question && <WhoSheet question={ticking.question} onAnswer={ticking.answer} />}
    </>
  );
}
