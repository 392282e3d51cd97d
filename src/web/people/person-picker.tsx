import { useId } from "preact/hooks";
import { FieldSet, type FieldTexts } from "#web/ui/controls/field.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { Avatar, type Person } from "./avatar.tsx";

type PickerProps = FieldTexts & { people: readonly Person[] };

/** Field to choose one person. `none` is the label for choosing nobody, such as "Anyone". */
export function PersonPicker(
  props: PickerProps & { value: string | null; onChange: (id: string | null) => void; none?: string },
) {
  const { people, value, onChange, none, ...texts } = props;
  const name = useId();
  return (
    <FieldSet {...texts}>
      <div className="people">
        {none !== undefined && (
          <label className="person">
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={value === null}
              onChange={() => onChange(null)}
            />
            <span className="avatar avatar-l avatar-rest" aria-hidden="true">
              –
            </span>
            <span>{none}</span>
          </label>
        )}
        {people.map((person) => (
          <Choice
            key={person.id}
            person={person}
            type="radio"
            name={name}
            checked={value === person.id}
            onChange={() => onChange(person.id)}
          />
        ))}
      </div>
    </FieldSet>
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
          <Choice
            key={person.id}
            person={person}
            type="checkbox"
            checked={value.includes(person.id)}
            onChange={() => toggle(person.id)}
          />
        ))}
      </div>
    </FieldSet>
  );
}

type ChoiceProps = {
  person: Person;
  type: "radio" | "checkbox";
  name?: string;
  checked: boolean;
  onChange: () => void;
};

function Choice({ person, type, ...input }: ChoiceProps) {
  return (
    <label className="person" {...personAttributes(person.color)}>
      <input className="visually-hidden" type={type} {...input} />
      <Avatar person={person} size="l" decorative />
      <span>{person.name}</span>
    </label>
  );
}
