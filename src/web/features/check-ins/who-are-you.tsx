import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { personAttributes } from "../../people/person-color.ts";
import { useMembers } from "../../sync/session.ts";
import { useNow } from "../../time/zone.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { cardClass } from "../../ui/display/surface.tsx";
import { Check } from "../../ui/icons.ts";
import { waitingFor } from "./model/schedule.ts";
import type { CheckIn } from "./model/source.ts";

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
