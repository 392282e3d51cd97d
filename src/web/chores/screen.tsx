import { lazy, Suspense } from "react";
import { agendaSource } from "../agenda/source.ts";
import { useHousehold, useIsAdult } from "../data/session.ts";
import { useSource } from "../data/use-source.ts";
import { loadPart } from "../shell.ts";
import { useText } from "../text/catalogue.ts";
import { useToday } from "../time/zone.ts";
import { Button } from "../ui/button.tsx";
import { List, Play, Plus } from "../ui/icons.ts";
import { EmptyState, ErrorNotice } from "../ui/notice.tsx";
import { Skeletons } from "../ui/skeleton.tsx";
import { PageHeader } from "../ui/surface.tsx";
import { type Address, useAddress } from "./address.ts";
import { Board } from "./board.tsx";
import { DayBar, dayOf } from "./day-bar.tsx";
import { type Duty, dutiesOn, dutiesToday } from "./duties.ts";
import { type Chores, choresSource } from "./source.ts";

const Over = lazy(() => loadPart(() => import("./over.tsx")).then(({ OverBoard }) => ({ default: OverBoard })));

/** Chores: a column for each, today or on one of the last two weeks' days. */
export function ChoresScreen() {
  const { common } = useText();
  const address = useAddress();
  const day = dayOf(address, useToday());
  const { data, error, refetch } = useSource(choresSource, {});
  const duties = useDuties(data, day);
  const isEmpty = data?.chores.length === 0;
  const isOver = (["chore", "edit", "one", "all"] as const).some((name) => address.get(name) !== null);
  return (
    <>
      <PageHeader title={common.nav.chores} actions={data && !isEmpty && <Actions address={address} />} />
      {data && !isEmpty && <DayBar day={day} address={address} />}
      {error && (!data || !duties) ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
          {common.needsServer}
        </ErrorNotice>
      ) : !data || !duties ? (
        <div className="chores-board">
          <Skeletons label={common.loading} count={4} height="4.5rem" card />
        </div>
      ) : isEmpty ? (
        <Empty address={address} />
      ) : (
        <Board key={day} {...{ data, duties, address }} />
      )}
      {data && isOver && (
        <Suspense fallback={null}>
          <Over data={data} address={address} />
        </Suspense>
      )}
    </>
  );
}

/** Undefined while that is not known. */
function useDuties(data: Chores | undefined, day: string): readonly Duty[] | undefined {
  const { timeZone } = useHousehold();
  const today = useToday();
  const isPast = day < today;
  const { data: agenda } = useSource(agendaSource, isPast ? { from: day, days: 1 } : null);
  if (!data) return undefined;
  if (!isPast) return dutiesToday(data.chores, today, timeZone);
  const then = agenda?.days[0];
  return then && dutiesOn(data.chores, then);
}

function Actions({ address: { open } }: { address: Address }) {
  const { choreBoard } = useText();
  const isAdult = useIsAdult();
  return (
    <>
      <Button icon={<Play />} onClick={() => open("one", "")}>
        {choreBoard.oneByOne}
      </Button>
      {isAdult && (
        <>
          <Button icon={<List />} onClick={() => open("all")}>
            {choreBoard.all}
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={() => open("edit", "new")}>
            {choreBoard.add}
          </Button>
        </>
      )}
    </>
  );
}

function Empty({ address }: { address: Address }) {
  const { choreBoard } = useText();
  const isAdult = useIsAdult();
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => address.open("edit", "new")}>
      {choreBoard.add}
    </Button>
  );
  return (
    <EmptyState picture="🧹" title={choreBoard.empty} action={isAdult && add}>
      {isAdult ? choreBoard.emptyHint : choreBoard.emptyForChild}
    </EmptyState>
  );
}
