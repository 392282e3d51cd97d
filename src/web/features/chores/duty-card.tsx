import { useText } from "../../i18n/catalogue.ts";
import { AvatarStack } from "../../people/avatar.tsx";
import { perform } from "../../sync/perform.ts";
import { useIsAdult, useMembers } from "../../sync/session.ts";
import { formatDay, formatTime } from "../../time/format.ts";
import { useToday } from "../../time/zone.ts";
import { CirclePause, History, Pencil, Trash2, Users } from "../../ui/icons.ts";
import { Menu, type MenuItem } from "../../ui/overlay/menu.tsx";
import { ChoreCard } from "./chore-card.tsx";
import { type Duty, nextInTurn } from "./model/duties.ts";
import type { Ticking } from "./model/ticking.ts";
import { deleteChore, updateChore } from "./model/writes.ts";
import type { ChoresOverlay } from "./over.tsx";

/** A duty on the board: its card, with what else can be done about it under three dots. */
export function DutyCard({ duty, ticking, address }: { duty: Duty; ticking: Ticking; address: ChoresOverlay }) {
  const { choreBoard } = useText();
  const { name, emoji, stars } = duty.chore;
  const color = useMembers().find(({ id }) => id === (duty.memberId ?? duty.completion?.memberId))?.color ?? null;
  return (
    <ChoreCard
      name={name}
      emoji={emoji}
      color={color}
      stars={duty.completion?.stars ?? stars}
      isDone={duty.completion !== null}
      detail={<Detail duty={duty} ticking={ticking} />}
      onToggle={ticking.mayToggle(duty) ? (card) => ticking.toggle(duty, card) : undefined}
      end={<Menu label={choreBoard.more(name)} items={useItems(duty, ticking, address)} />}
    />
  );
}

/** When it is due, and what there is to know of who does it. */
function Detail({ duty, ticking }: { duty: Duty; ticking: Ticking }) {
  const { choreBoard } = useText();
  const today = useToday();
  const nameOf = useNames();
  const { chore, completion, date, memberId } = duty;
  const isLate = chore.recurrenceRule === null && date < today && completion === null;
  const next = nextInTurn(duty);
  return (
    <>
      {chore.dueTime && <time>{formatTime(chore.dueTime)}</time>}
      {isLate && <span className="chores-late">{choreBoard.since(formatDay(date))}</span>}
      {completion && memberId === null && <span>{choreBoard.doneBy(nameOf(completion.memberId))}</span>}
      {completion && memberId !== null && completion.memberId !== memberId && (
        <span>{choreBoard.stoodIn(nameOf(completion.memberId))}</span>
      )}
      {!completion && next !== null && <span>{choreBoard.next(nameOf(next))}</span>}
      {!completion && memberId === null && <AvatarStack people={ticking.peopleOf(duty)} size="xs" />}
    </>
  );
}

function useNames(): (id: string) => string {
  const { common } = useText();
  const members = useMembers();
  return (id) => members.find((member) => member.id === id)?.name ?? common.nobody;
}

function useItems(duty: Duty, ticking: Ticking, { open }: ChoresOverlay): MenuItem[] {
  const { choreBoard, common } = useText();
  const isAdult = useIsAdult();
  const today = useToday();
  const { chore } = duty;
  const { id, name } = chore;
  const canStandIn = isAdult && !duty.completion && chore.assignment === "rotate" && ticking.peopleOf(duty).length > 1;
  const card = () => document.activeElement ?? document.body;
  const standIn = {
    label: choreBoard.somebodyElse,
    icon: <Users />,
    onSelect: () => ticking.askWho(duty, card()),
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
  return [...(canStandIn ? [standIn] : []), history, ...(isAdult ? manage : [])];
}
