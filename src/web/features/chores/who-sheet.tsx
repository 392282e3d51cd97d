import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { personAttributes } from "../../people/person-color.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import type { Question } from "./model/ticking.ts";

/** “Who did it?”: a picture of each who could have, and one tap is the answer. */
export function WhoSheet(props: { question: Question; onAnswer: (memberId: string | null) => void }) {
  const { choreBoard } = useText();
  const { duty, people } = props.question;
  const { name, emoji } = duty.chore;
  return (
    <Sheet open onClose={() => props.onAnswer(null)} title={choreBoard.whoDidIt} sub={`${emoji} ${name}`} size="s">
      <div className="chores-faces">
        {people.map((person) => (
          <button
            key={person.id}
            type="button"
            className="chores-face"
            {...personAttributes(person.color)}
            onClick={() => props.onAnswer(person.id)}
          >
            <Avatar person={person} size="xl" decorative />
            {person.name}
          </button>
        ))}
      </div>
    </Sheet>
  );
}
