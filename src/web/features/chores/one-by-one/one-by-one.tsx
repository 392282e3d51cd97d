import { useText } from "../../../i18n/catalogue.ts";
import { Avatar } from "../../../people/avatar.tsx";
import { personAttributes } from "../../../people/person-color.ts";
import { type Member, useHousehold, useIsAdult, useMembers, useViewer } from "../../../sync/session.ts";
import { useToday } from "../../../time/zone.ts";
import { Stage } from "../../../ui/display/stage.tsx";
import { dutiesToday } from "../model/duties.ts";
import type { Chores } from "../model/source.ts";
import type { ChoresOverlay } from "../over.tsx";
import { OneSteps } from "./one-steps.tsx";

/** Today's chores one at a time, for small children. `memberId` null asks whose; a child has their own at once. */
export function OneByOne(props: { data: Chores; memberId: string | null; address: ChoresOverlay }) {
  const { choreBoard } = useText();
  const { data, address } = props;
  const members = useMembers();
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const today = useToday();
  const { timeZone } = useHousehold();
  const memberId = isAdult ? props.memberId : (viewer?.id ?? null);
  const member = members.find(({ id }) => id === memberId);
  return (
    <Stage onClose={address.close} title={member ? member.name : choreBoard.one.who} color={member?.color ?? null}>
      {member ? (
        <OneSteps
          key={member.id}
          member={member}
          duties={dutiesToday(data.chores, today, timeZone)}
          stars={data.starBalances.find((each) => each.memberId === member.id)?.stars ?? 0}
          onFinish={address.close}
        />
      ) : (
        <Faces people={members} onChoose={({ id }) => address.replace({ one: id })} />
      )}
    </Stage>
  );
}

function Faces({ people, onChoose }: { people: readonly Member[]; onChoose: (member: Member) => void }) {
  const { choreBoard } = useText();
  return (
    <>
      <p className="soft">{choreBoard.one.whoHint}</p>
      <div className="chores-faces">
        {people.map((person) => (
          <button
            key={person.id}
            type="button"
            className="chores-face"
            {...personAttributes(person.color)}
            onClick={() => onChoose(person)}
          >
            <Avatar person={person} size="xl" decorative />
            {person.name}
          </button>
        ))}
      </div>
    </>
  );
}
