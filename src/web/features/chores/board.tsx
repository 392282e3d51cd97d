import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { MemberPrompt } from "#web/people/member-prompt.tsx";
import { isAdult } from "#web/people/permissions.ts";
import { EmptyUnlessOld, useIfCurrent } from "#web/shell/old-copy.tsx";
import type { Overlay } from "#web/shell/use-overlay.ts";
import { useIsAdult, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { CirclePause, History, Moon, Pencil, Sun, Sunrise, Trash2, Users } from "#web/ui/icons.ts";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { type ChoreOccurrence, type Column, columnsOf, partOf, partsOfDay } from "./model/occurrences.ts";
import type { Chores } from "./model/source.ts";
import { type Ticking, useTicking } from "./model/ticking.ts";
import { deleteChore, updateChore } from "./model/writes.ts";
import { ChoreColumn, ChoreList, columnId, Progress, starsOf } from "./parts/chore-column.tsx";

export type ChoresOverlay = Overlay<"chore" | "edit" | "one" | "all">;

const icons: Readonly<Record<string, ComponentChildren>> = {
  morning: <Sunrise />,
  afternoon: <Sun />,
  evening: <Moon />,
};

/** Board of chores with a column for each member. If the viewer is a child, their own column comes first. */
export function Board({
  data,
  occurrences,
  address,
}: {
  data: Chores;
  occurrences: readonly ChoreOccurrence[];
  address: ChoresOverlay;
}) {
  const { choreBoard } = useText();
  const members = useMembers();
  const viewer = useViewer();
  const ticking = useTicking(occurrences);
  const columns = columnsOf(occurrences, data.chores, members, viewer && !isAdult(viewer) ? viewer.id : null);
  return (
    <>
      {columns.length > 1 && <PeopleBar columns={columns} />}
      {occurrences.length === 0 && (
        <EmptyUnlessOld small picture="🌤️" title={choreBoard.nothingToday}>
          {choreBoard.nothingTodayHint}
        </EmptyUnlessOld>
      )}
      <div className="chores-board">
        {columns.map((column) => (
          <ChoreColumn key={columnId(column)} column={column} stars={starsOf(data, column)}>
            <Parts column={column} ticking={ticking} address={address} />
          </ChoreColumn>
        ))}
      </div>
      <MemberPrompt />
    </>
  );
}

/** Row of buttons, one for each column. The row is shown only on phones. A touch on a button scrolls to its column. */
function PeopleBar({ columns }: { columns: readonly Column[] }) {
  const { chores, choreBoard } = useText();
  const jump = (column: Column) => {
    const heading = document.getElementById(columnId(column));
    heading?.closest("article")?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav className="chores-people" aria-label={choreBoard.people}>
      {columns.map((column) => (
        <button key={columnId(column)} type="button" className="chores-person" onClick={() => jump(column)}>
          <Progress column={column} size="s" />
          <span>{column.member?.name ?? chores.anyone}</span>
        </button>
      ))}
    </nav>
  );
}

function Parts({ column, ticking, address }: { column: Column; ticking: Ticking; address: ChoresOverlay }) {
  const { chores, choreBoard } = useText();
  const ifCurrent = useIfCurrent();
  const { member, occurrences } = column;
  const used = partsOfDay.filter((part) => occurrences.some((occurrence) => partOf(occurrence) === part));
  if (used.length === 0) return <p className="chores-nothing">{ifCurrent(choreBoard.nothing)}</p>;
  return used.map((part) => (
    <div key={part} className="chores-part">
      {(used.length > 1 || part !== null) && (
        <h3>
          {part && icons[part]}
          {choreBoard.parts[part ?? "anyTime"]}
        </h3>
      )}
      <ChoreList
        occurrences={occurrences.filter((occurrence) => partOf(occurrence) === part)}
        ticking={ticking}
        owner={member?.name ?? chores.anyone}
        endOf={(occurrence) => <OccurrenceMenu occurrence={occurrence} ticking={ticking} address={address} />}
      />
    </div>
  ));
}

function OccurrenceMenu({
  occurrence,
  ticking,
  address: { open },
}: {
  occurrence: ChoreOccurrence;
  ticking: Ticking;
  address: ChoresOverlay;
}) {
  const { choreBoard, common } = useText();
  const mayManage = useIsAdult();
  const today = useToday();
  const { id, name, assignment, memberIds } = occurrence.chore;
  const canStandIn = mayManage && !occurrence.completion && assignment === "rotate" && memberIds.length > 1;
  const standIn = {
    label: choreBoard.somebodyElse,
    icon: <Users />,
    onSelect: () => ticking.askWhoCompleted(occurrence, document.activeElement ?? document.body),
  };
  const history = { label: choreBoard.history, icon: <History />, onSelect: () => open({ chore: id }) };
  const manage: MenuItem[] = [
    { label: common.edit, icon: <Pencil />, onSelect: () => open({ edit: id }), startsGroup: true },
    {
      label: choreBoard.pause,
      icon: <CirclePause />,
      onSelect: () => perform(updateChore, { id, name, today, patch: { active: false } }),
    },
    { label: common.delete, icon: <Trash2 />, danger: true, onSelect: () => perform(deleteChore, { id, name }) },
  ];
  const items = [...(canStandIn ? [standIn] : []), history, ...(mayManage ? manage : [])];
  return <Menu label={choreBoard.more(name)} items={items} />;
}
