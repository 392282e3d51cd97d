import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import type { MemberQuestion } from "./actor.ts";
import { Avatar, type Person } from "./avatar.tsx";

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

export function MemberPromptSheet({ question, onClose }: { question: MemberQuestion; onClose: () => void }) {
  const { today } = useText();
  const { about, hint, people, answer } = question;
  return (
    <Sheet open onClose={onClose} title={about === "you" ? today.whoAreYou : today.whoDidIt} sub={hint} size="m">
      <PersonButtonGrid
        people={people}
        onChoose={(person) => {
          onClose();
          answer(person);
        }}
      />
    </Sheet>
  );
}
