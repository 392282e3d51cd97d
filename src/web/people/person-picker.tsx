import { FieldSet, type FieldTexts } from "#web/ui/controls/field.tsx";
import { RadioGroup } from "#web/ui/controls/radio-group.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { Avatar, type Person } from "./avatar.tsx";

type PickerProps = FieldTexts & { people: readonly Person[] };

/** Field to choose one person. `none` is the label for choosing nobody, such as "Anyone". */
export function PersonPicker(
  props: PickerProps & { value: string | null; onChange: (id: string | null) => void; none?: string },
) {
  const { people, none, ...rest } = props;
  const nobody = {
    value: null,
    content: (
      <>
        <span className="avatar avatar-l avatar-rest" aria-hidden="true">
          –
        </span>
        <span>{none}</span>
      </>
    ),
  };
  const options = people.map((person) => ({
    value: person.id,
    color: person.color,
    content: <PersonLabel person={person} />,
  }));
  return (
    <RadioGroup
      {...rest}
      options={none === undefined ? options : [nobody, ...options]}
      className="people"
      optionClass="person"
      hidesRadios
    />
  );
}

/** Field to choose several people. The value has the same order as `people`. */
export function PeoplePicker(props: PickerProps & { value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { people, value, onChange, ...texts } = props;
  const toggle = (id: string) => {
    const isChosen = (each: Person) => (each.id === id ? !value.includes(id) : value.includes(each.id));
    onChange(people.filter(isChosen).map((each) => each.id));
  };
  return (
    <FieldSet {...texts}>
      <div className="people">
        {people.map((person) => (
          <label key={person.id} className="person" {...personAttributes(person.color)}>
            <input
              className="visually-hidden"
              type="checkbox"
              checked={value.includes(person.id)}
              onChange={() => toggle(person.id)}
            />
            <PersonLabel person={person} />
          </label>
        ))}
      </div>
    </FieldSet>
  );
}

function PersonLabel({ person }: { person: Person }) {
  return (
    <>
      <Avatar person={person} size="l" decorative />
      <span>{person.name}</span>
    </>
  );
}
