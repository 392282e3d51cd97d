import { useText } from "#web/i18n/catalogue.ts";
import { AvatarStack } from "#web/people/avatar.tsx";
import { useMembers } from "#web/sync/session.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ChevronRight, Plus } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import type { ChoresOverlay } from "../board.tsx";
import { scheduleInWords } from "../model/schedule.ts";
import type { Chore, Chores } from "../model/source.ts";
import { Stars } from "../parts/stars.tsx";

export function ManageSheet({ data, address }: { data: Chores; address: ChoresOverlay }) {
  const { choreBoard } = useText();
  const isOver = ({ recurrenceRule, today, completions }: Chore) =>
    recurrenceRule === null && completions.length > 0 && today.every(({ completed }) => completed);
  const active = data.chores.filter((chore) => chore.active && !isOver(chore));
  const paused = data.chores.filter(({ active: isActive }) => !isActive);
  const over = data.chores.filter((chore) => chore.active && isOver(chore));
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => address.replace({ edit: "new" })}>
      {choreBoard.add}
    </Button>
  );
  return (
    <Sheet open onClose={address.close} title={choreBoard.all} sub={choreBoard.manage.hint} footer={add}>
      <Part chores={active} address={address} />
      <Part chores={paused} address={address} title={choreBoard.manage.paused} />
      <Part chores={over} address={address} title={choreBoard.manage.over} />
    </Sheet>
  );
}

function Part({ chores, address, title }: { chores: readonly Chore[]; address: ChoresOverlay; title?: string }) {
  if (chores.length === 0) return null;
  return (
    <section className="chores-all">
      {title && <h3>{title}</h3>}
      <ul>
        {chores.map((chore) => (
          <li key={chore.id}>
            <button type="button" className="chores-row" onClick={() => address.replace({ edit: chore.id })}>
              <Summary chore={chore} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Summary({ chore }: { chore: Chore }) {
  const { choreBoard } = useText();
  const members = useMembers();
  const { name, emoji, stars, recurrenceRule, startDate, dueTime, memberIds, completions } = chore;
  const lastDone = recurrenceRule === null ? completions[0] : undefined;
  const when = lastDone
    ? choreBoard.manage.past(formatDay(lastDone.date))
    : scheduleInWords({ recurrenceRule, startDate });
  return (
    <>
      <span className="chore-emoji" aria-hidden="true">
        {emoji}
      </span>
      <span className="chore-text">
        <span className="chore-name">{name}</span>
        <span className="chore-detail">
          <Stars count={stars} />
          <span>{when}</span>
          {dueTime && <time>{formatTime(dueTime)}</time>}
        </span>
      </span>
      <AvatarStack people={memberIds.flatMap((id) => members.find((member) => member.id === id) ?? [])} size="xs" />
      <ChevronRight className="chores-row-end" />
    </>
  );
}
