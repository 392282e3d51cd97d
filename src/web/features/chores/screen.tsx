import { addDays } from "#lib/days.ts";
import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { realIds } from "#web/page/sync.ts";
import { EmptyUnlessOld } from "#web/shell/old-copy.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { withRealIds } from "#web/sync/ids.ts";
import { useIsAdult, useToday } from "#web/sync/session.ts";
import { formatDay, formatRelativeDay } from "#web/time/format.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { PageHeader } from "#web/ui/display/surface.tsx";
import { ChevronLeft, ChevronRight, List, Play, Plus } from "#web/ui/icons.ts";
import { Board, type ChoresOverlay } from "./board.tsx";
import { EditSheet } from "./edit/edit-sheet.tsx";
import { ManageSheet } from "./edit/manage-sheet.tsx";
import { HistorySheet } from "./history-sheet.tsx";
import { KidMode } from "./kid-mode/kid-mode.tsx";
import type { Chores } from "./model/source.ts";
import { useChoreOccurrences } from "./model/ticking.ts";

const daysBack = 14;

export function ChoresScreen() {
  const { common } = useText();
  const address = useOverlay("chore", "edit", "one", "all");
  const dayParam = useOverlay("day");
  const day = dayIn(dayParam.value.day, useToday());
  const { data, occurrences, error, refetch } = useChoreOccurrences(day);
  const isEmpty = data?.chores.length === 0;
  return (
    <>
      <PageHeader title={common.choresTitle} actions={data && !isEmpty && <Actions address={address} />} />
      {data && !isEmpty && <DayBar day={day} onChange={(next) => dayParam.replace({ day: next })} />}
      {error && !occurrences ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
          {common.needsServer}
        </ErrorNotice>
      ) : !occurrences ? (
        <div className="chores-board">
          <Skeletons label={common.loading} count={4} height="4.5rem" card />
        </div>
      ) : isEmpty ? (
        <Empty address={address} />
      ) : (
        data && <Board key={day} data={data} occurrences={occurrences} address={address} />
      )}
      {data && <Overlay data={data} address={address} />}
    </>
  );
}

/** Returns the day in the address. Returns today if the address has no valid day within the last two weeks. */
function dayIn(dayParam: string | null, today: string): string {
  const day = dayParam ?? "";
  return day < today && day >= addDays(today, -daysBack) && /^\d{4}-\d\d-\d\d$/.test(day) ? day : today;
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
        <Button className="chores-action" icon={<List />} onClick={() => open({ all: "yes" })}>
          <span className="chores-action-text">{choreBoard.all}</span>
        </Button>
      )}
    </>
  );
}

function DayBar({ day, onChange }: { day: string; onChange: (day: string | null) => void }) {
  const { choreBoard, common } = useText();
  const today = useToday();
  const to = (next: string) => onChange(next >= today ? null : next);
  const relative = formatRelativeDay(day, today, common, "long");
  const long = formatDay(day, "long");
  return (
    <fieldset className="chores-day" aria-label={choreBoard.day}>
      <IconButton
        aria-label={choreBoard.previousDay}
        disabled={day <= addDays(today, -daysBack)}
        onClick={() => to(addDays(day, -1))}
      >
        <ChevronLeft />
      </IconButton>
      <p aria-live="polite">
        <strong>{relative}</strong>
        {relative !== long && <span className="soft"> {long}</span>}
      </p>
      <IconButton aria-label={choreBoard.nextDay} disabled={day >= today} onClick={() => to(addDays(day, 1))}>
        <ChevronRight />
      </IconButton>
      {day < today && (
        <>
          <Button size="s" onClick={() => onChange(null)}>
            {choreBoard.toToday}
          </Button>
          <p className="chores-late-hint">{choreBoard.late}</p>
        </>
      )}
    </fieldset>
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
    <EmptyUnlessOld picture="🧹" title={choreBoard.empty} action={isAdult && add}>
      {isAdult ? choreBoard.emptyHint : choreBoard.emptyForChild}
    </EmptyUnlessOld>
  );
}

function Overlay({ data, address }: { data: Chores; address: ChoresOverlay }) {
  const isAdult = useIsAdult();
  const choreOf = (id: string | null) => data.chores.find((chore) => chore.id === withRealIds(id, realIds));
  const { edit: edited, one, all } = address.value;
  const record = useOpenRecord(edited, choreOf(edited));
  const past = choreOf(address.value.chore);
  if (past) return <HistorySheet chore={past} onClose={address.close} />;
  if (one !== null) return <KidMode data={data} memberId={one || null} address={address} />;
  if (!isAdult) return null;
  if (edited === "new" || record) return <EditSheet key={edited} record={record} onClose={address.close} />;
  return all === null ? null : <ManageSheet data={data} address={address} />;
}
