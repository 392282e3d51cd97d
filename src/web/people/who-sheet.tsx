import { useText } from "../i18n/catalogue.ts";
import { formatNames } from "../time/format.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";
import type { Question } from "./actor.ts";
import { Avatar } from "./avatar.tsx";
import { personAttributes } from "./person-color.ts";

/** Asks for one of several people, by their pictures. */
export function WhoSheet({ asked, onClose }: { asked: Question; onClose: () => void }) {
  const { today } = useText();
  const { owners = [] } = asked;
  return (
    <Sheet
      open
      onClose={onClose}
      title={asked.about === "you" ? today.whoAreYou : today.whoDidIt}
      sub={owners.length > 0 && today.onlyFor(formatNames(owners))}
      size="m"
    >
      <div className="people people-l today-who">
        {asked.people.map((person) => (
          <button
            key={person.id}
            type="button"
            className="person"
            {...personAttributes(person.color)}
            onClick={() => {
              onClose();
              asked.answer(person);
            }}
          >
            <Avatar person={person} size="xl" decorative />
            <span>{person.name}</span>
          </button>
        ))}
      </div>
    </Sheet>
  );
}
