import { useText } from "../../i18n/catalogue.ts";
import { PersonButtonGrid } from "../../people/person-button-grid.tsx";
import { useMembers } from "../../sync/session.ts";
import { useNow } from "../../time/zone.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { Check } from "../../ui/icons.ts";
import { waitingFor } from "./model/schedule.ts";
import type { CheckIn } from "./model/source.ts";

/** Everybody who is asked anything, with the number of questions that wait for them. */
export function WhoAreYou(props: { checkIns: readonly CheckIn[]; onChoose: (id: string) => void }) {
  const { checkInScreen, today } = useText();
  const now = useNow();
  const { checkIns } = props;
  const asked = new Set(checkIns.flatMap(({ assigneeIds, active }) => (active ? assigneeIds : [])));
  const people = useMembers().filter(({ id }) => asked.has(id));
  if (people.length === 0) return null;
  const noteOf = ({ id }: { id: string }) => {
    const { due, later } = waitingFor(checkIns, id, now);
    if (due.length > 0) return <Chip tone="ember">{checkInScreen.waiting(due.length)}</Chip>;
    if (later.length > 0) return <Chip>{checkInScreen.laterToday}</Chip>;
    return (
      <Chip tone="good" icon={<Check />}>
        {checkInScreen.nothingWaits}
      </Chip>
    );
  };
  return (
    <section className="check-ins-part" aria-labelledby="who-are-you">
      <h2 id="who-are-you">{today.whoAreYou}</h2>
      <PersonButtonGrid people={people} onChoose={({ id }) => props.onChoose(id)} note={noteOf} />
    </section>
  );
}
