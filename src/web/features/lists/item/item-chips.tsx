import { useText } from "../../../i18n/catalogue.ts";
import { Avatar, type Person } from "../../../people/avatar.tsx";
import type { Member } from "../../../sync/session.ts";
import { formatRelativeDay, formatTime } from "../../../time/format.ts";
import { wallTime } from "../../../time/zone.ts";
import { ChipButton } from "../../../ui/controls/chip.tsx";
import { Calendar } from "../../../ui/icons.ts";
import { untimed } from "../model/due.ts";
import type { Subtask } from "../model/source.ts";

/** What rows need to know of who looks, and when. */
export type Who = {
  readonly people: ReadonlyMap<string, Person>;
  readonly viewer: Member | null;
  readonly today: string;
  readonly timeZone: string;
};

type Props = { block: Subtask; person: Person | undefined; who: Who; name: string; onOpen: () => void };

/** Whom a task is for and when it is due; both open it to change them. */
export function ItemChips({ block, person, who, name, onOpen }: Props) {
  const { lists } = useText();
  if (!person && block.dueDate === null) return null;
  return (
    <div className="lists-chips">
      {block.dueDate !== null && (
        <DueChip dueDate={block.dueDate} isDone={block.done} who={who} name={name} onOpen={onOpen} />
      )}
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

function DueChip(props: { dueDate: string; isDone: boolean; who: Who; name: string; onOpen: () => void }) {
  const { lists } = useText();
  const { dueDate, isDone, who, name, onOpen } = props;
  const { day, time } = wallTime(dueDate, who.timeZone);
  const when = formatRelativeDay(day, who.today) + (time === untimed ? "" : ` ${formatTime(time)}`);
  const tone = isDone ? undefined : day < who.today ? "danger" : day === who.today ? "warn" : undefined;
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
