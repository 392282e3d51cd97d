import { type Member, useHousehold, useIsAdult, useMembers, useViewer } from "../data/session.ts";
import { useText } from "../text/catalogue.ts";
import { useToday } from "../time/zone.ts";
import { Avatar } from "../ui/avatar.tsx";
import { personAttributes } from "../ui/person-color.ts";
import { Stage } from "../ui/stage.tsx";
import type { Address } from "./address.ts";
import { dutiesToday } from "./duties.ts";
import { OneSteps } from "./one-steps.tsx";
import type { Chores } from "./source.ts";

/** Today's chores one at a time, for small children. `memberId` null asks whose; a child has their own at once. */
export function OneByOne(props: { data: Chores; memberId: string | null; address: Address }) {
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
        <Faces people={members} onChoose={({ id }) => address.open("one", id)} />
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
