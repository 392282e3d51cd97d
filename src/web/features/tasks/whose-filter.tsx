import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import type { Overlay } from "../../shell/use-overlay.ts";
import type { Member } from "../../sync/session.ts";
import { ChipButton } from "../../ui/controls/chip.tsx";
import { Users } from "../../ui/icons.ts";

/** Everybody's, or one person's alone. */
export function WhoseFilter({ people, whose }: { people: readonly Member[]; whose: Overlay<"who"> }) {
  const { taskScreen, common } = useText();
  if (people.length < 2) return null;
  return (
    <fieldset className="chips tasks-whose">
      <legend className="visually-hidden">{taskScreen.whose}</legend>
      <ChipButton pressed={whose.value.who === null} icon={<Users />} onClick={() => whose.replace({})}>
        {common.everybody}
      </ChipButton>
      {people.map((person) => (
        <ChipButton
          key={person.id}
          pressed={whose.value.who === person.id}
          color={person.color}
          icon={<Avatar person={person} size="xs" decorative />}
          onClick={() => whose.replace({ who: whose.value.who === person.id ? null : person.id })}
        >
          <span className="tasks-whose-name">{person.name}</span>
        </ChipButton>
      ))}
    </fieldset>
  );
}
