import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import type { Member } from "#web/sync/session.ts";
import { useToday } from "#web/sync/session.ts";
import { formatNames, formatRelativeDay } from "#web/time/format.ts";
import { Chip, RemovableChip } from "#web/ui/controls/chip.tsx";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { Calendar, Info } from "#web/ui/icons.ts";
import { labelRoom } from "../model/label.ts";
import type { ParsedTask } from "./parse.ts";

/**
 * Chips for the member and the due date that were recognised in the text of a task. Removing a chip makes its words
 * plain text again.
 */
export function Preview(props: {
  parsed: ParsedTask<Member>;
  person: Member | null;
  isEmpty: boolean;
  onKeep: (words: string) => void;
}) {
  const { taskScreen, common } = useText();
  const today = useToday();
  const { parsed, person, onKeep } = props;
  const day = parsed.due && formatRelativeDay(parsed.due.day, today, common);
  const room = labelRoom(parsed.label);
  if (props.isEmpty) return <p className="tasks-preview soft small">{taskScreen.addHint}</p>;
  return (
    <section className="tasks-preview" aria-label={taskScreen.willBe}>
      <span className="tasks-preview-label">{parsed.label}</span>
      {parsed.due && (
        <RemovableChip name={parsed.due.words} tone="ember" icon={<Calendar />} onRemove={() => keep(parsed.due)}>
          {day}
        </RemovableChip>
      )}
      {parsed.person ? (
        <RemovableChip
          name={parsed.person.words}
          color={parsed.person.person.color}
          icon={<Avatar person={parsed.person.person} size="xs" decorative />}
          onRemove={() => keep(parsed.person)}
        >
          {parsed.person.person.name}
        </RemovableChip>
      ) : (
        person && (
          <Chip color={person.color} icon={<Avatar person={person} size="xs" decorative />}>
            {taskScreen.forPerson(person.name)}
          </Chip>
        )
      )}
      {parsed.unclear && (
        <Chip tone="warn" icon={<Info />}>
          {parsed.unclear.candidates.length === 0
            ? taskScreen.unknownPerson(parsed.unclear.words)
            : taskScreen.unclearPerson(parsed.unclear.words, formatNames(parsed.unclear.candidates.map(nameOf)))}
        </Chip>
      )}
      {room !== null && <span className="soft small">{taskScreen.left(room)}</span>}
      <VisuallyHidden>
        <span aria-live="polite">{[day, parsed.person?.person.name].filter(Boolean).join(", ")}</span>
      </VisuallyHidden>
    </section>
  );

  function keep(part: { words: string } | null) {
    if (part) onKeep(part.words);
  }
}

function nameOf({ name }: Member): string {
  return name;
}
