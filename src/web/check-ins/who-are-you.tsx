import { useMembers } from "../data/session.ts";
import { useText } from "../text/catalogue.ts";
import { useNow } from "../time/zone.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Chip } from "../ui/chip.tsx";
import { Check } from "../ui/icons.ts";
import { personAttributes } from "../ui/person-color.ts";
import { cardClass } from "../ui/surface.tsx";
import { waitingFor } from "./schedule.ts";
import type { CheckIn } from "./source.ts";

/** Everybody who is asked anything, with how many questions wait for them. */
export function WhoAreYou(props: { checkIns: readonly CheckIn[]; onChoose: (id: string) => void }) {
  const { checkInScreen } = useText();
  const now = useNow();
  const { checkIns } = props;
  const asked = new Set(checkIns.flatMap(({ assigneeIds, active }) => (active ? assigneeIds : [])));
  const people = useMembers().filter(({ id }) => asked.has(id));
  if (people.length === 0) return null;
  return (
    <section className="check-ins-part" aria-labelledby="who-are-you">
      <h2 id="who-are-you">{checkInScreen.whoAreYou}</h2>
      <ul className="check-ins-people">
        {people.map((person) => {
          const { due, later } = waitingFor(checkIns, person.id, now);
          return (
            <li key={person.id}>
              <button
                type="button"
                className={`${cardClass()} check-ins-person`}
                {...personAttributes(person.color)}
                onClick={() => props.onChoose(person.id)}
              >
                <Avatar person={person} size="xl" decorative />
                <strong>{person.name}</strong>
                {due.length > 0 ? (
                  <Chip tone="ember">{checkInScreen.waiting(due.length)}</Chip>
                ) : later.length > 0 ? (
                  <Chip>{checkInScreen.laterToday}</Chip>
                ) : (
                  <Chip tone="good" icon={<Check />}>
                    {checkInScreen.nothingWaits}
                  </Chip>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
