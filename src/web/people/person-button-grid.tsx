import type { ComponentChildren } from "preact";
import { Avatar, type Person } from "./avatar.tsx";
import { personAttributes } from "./person-color.ts";

export function PersonButtonGrid<Each extends Person>(props: {
  people: readonly Each[];
  onChoose: (person: Each) => void;
  note?: (person: Each) => ComponentChildren;
}) {
  return (
    <ul className="person-grid">
      {props.people.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            className="person-button"
            {...personAttributes(person.color)}
            onClick={() => props.onChoose(person)}
          >
            <Avatar person={person} size="xl" decorative />
            <strong>{person.name}</strong>
            {props.note?.(person)}
          </button>
        </li>
      ))}
    </ul>
  );
}
