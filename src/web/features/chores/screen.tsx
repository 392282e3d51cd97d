import { useText } from "../../i18n/catalogue.ts";
import { useOverlay } from "../../shell/use-overlay.ts";
import { useIsAdult } from "../../sync/session.ts";
import { useToday } from "../../time/zone.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState, ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { PageHeader } from "../../ui/display/surface.tsx";
import { List, Play, Plus } from "../../ui/icons.ts";
import { Board } from "./board.tsx";
import { DayBar, dayIn } from "./day-bar.tsx";
import { useDuties } from "./model/use-duties.ts";
import { type ChoresOverlay, OverBoard as Over } from "./over.tsx";

/** Chores: a column for each, today or on one of the last two weeks' days. */
export function ChoresScreen() {
  const { common } = useText();
  const address = useOverlay("chore", "edit", "one", "all");
  const asked = useOverlay("day");
  const day = dayIn(asked.value.day, useToday());
  const { data, duties, error, refetch } = useDuties(day);
  const isEmpty = data?.chores.length === 0;
  const isOver = Object.values(address.value).some((value) => value !== null);
  return (
    <>
      <PageHeader title={common.nav.chores} actions={data && !isEmpty && <Actions address={address} />} />
      {data && !isEmpty && <DayBar day={day} onChange={(next) => asked.replace({ day: next })} />}
      {error && !duties ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
          {common.needsServer}
        </ErrorNotice>
      ) : !duties ? (
        <div className="chores-board">
          <Skeletons label={common.loading} count={4} height="4.5rem" card />
        </div>
      ) : isEmpty ? (
        <Empty address={address} />
      ) : (
        data && <Board key={day} data={data} duties={duties} address={address} />
      )}
      {data && isOver && <Over data={data} address={address} />}
    </>
  );
}

function Actions({ address: { open } }: { address: ChoresOverlay }) {
  const { choreBoard } = useText();
  const isAdult = useIsAdult();
  return (
    <>
      <Button icon={<Play />} onClick={() => open({ one: "" })}>
        {choreBoard.oneByOne}
      </Button>
      {isAdult && (
        <>
          <Button className="chores-action" icon={<List />} onClick={() => open({ all: "yes" })}>
            <span>{choreBoard.all}</span>
          </Button>
          <Button className="chores-action" variant="primary" icon={<Plus />} onClick={() => open({ edit: "new" })}>
            <span>{choreBoard.add}</span>
          </Button>
        </>
      )}
    </>
  );
}

function Empty({ address }: { address: ChoresOverlay }) {
  const { choreBoard } = useText();
  const isAdult = useIsAdult();
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => address.open({ edit: "new" })}>
      {choreBoard.add}
    </Button>
  );
  return (
    <EmptyState picture="🧹" title={choreBoard.empty} action={isAdult && add}>
      {isAdult ? choreBoard.emptyHint : choreBoard.emptyForChild}
    </EmptyState>
  );
}
