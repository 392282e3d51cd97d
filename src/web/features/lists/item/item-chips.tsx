import { useText } from "../../../i18n/catalogue.ts";
import { Avatar, type Person } from "../../../people/avatar.tsx";
import { useHousehold } from "../../../sync/session.ts";
import { formatRelativeDay, formatTime } from "../../../time/format.ts";
import { useToday, wallTime } from "../../../time/zone.ts";
import { ChipButton } from "../../../ui/controls/chip.tsx";
import { Calendar } from "../../../ui/icons.ts";
import { untimed } from "../model/due.ts";
import type { Subtask } from "../model/source.ts";

type Props = { block: Subtask; person: Person | undefined; name: string; onOpen: () => void };

/** Whom a task is for and when it is due; both open it to change them. */
export function ItemChips({ block, person, name, onOpen }: Props) {
  const { lists } = useText();
  if (!person && block.dueDate === null) return null;
  return (
    <div className="lists-chips">
      {block.dueDate !== null && <DueChip dueDate={block.dueDate} isDone={block.done} name={name} onOpen={onOpen} />}
      {person && (
        <button
          type="button"
          className="lists-person"
          aria-label={`${lists.item.assignee}: ${person.name}. ${lists.item.more(name)}`}
          onClick={onOpen}
        >
          <Avatar person={person} size="s" decorative />
        </button>
      )}
    </div>
  );
}

function DueChip(props: { dueDate: string; isDone: boolean; name: string; onOpen: () => void }) {
  const { lists } = useText();
  const { dueDate, isDone, name, onOpen } = props;
  const { timeZone } = useHousehold();
  const today = useToday();
  const { day, time } = wallTime(dueDate, timeZone);
  const when = formatRelativeDay(day, today) + (time === untimed ? "" : ` ${formatTime(time)}`);
  const tone = isDone ? undefined : day < today ? "danger" : day === today ? "warn" : undefined;
  return (
    <ChipButton
      tone={tone}
      icon={<Calendar />}
      aria-label={`${lists.item.dueChip(when)}. ${lists.item.more(name)}`}
      onClick={onOpen}
    >
      {when}
    </ChipButton>
  );
}
