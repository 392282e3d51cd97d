import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { FieldSet, type FieldTexts } from "../ui/controls/field.tsx";
import { cx } from "../ui/cx.ts";
import { Avatar, type Person } from "./avatar.tsx";
import { personAttributes } from "./person-color.ts";

type PickerProps = FieldTexts & { people: readonly Person[]; size?: "m" | "l"; className?: string };

/** One person, or nobody if `none` names that choice ("Anyone"). */
export function PersonPicker(
  props: PickerProps & {
    value: string | null;
    onChange: (id: string | null) => void;
    none?: string;
    noneIcon?: ComponentChildren;
  },
) {
  const { people, size, value, onChange, none, noneIcon, ...texts } = props;
  const name = useId();
  return (
    <FieldSet {...texts}>
      <div className={cx("people", size === "l" && "people-l")}>
        {none !== undefined && (
          <label className="person">
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={value === null}
              onChange={() => onChange(null)}
            />
            <span className={cx("avatar", size === "l" ? "avatar-xl" : "avatar-l", "avatar-rest")} aria-hidden="true">
              {noneIcon ?? "–"}
            </span>
            <span>{none}</span>
          </label>
        )}
        {people.map((person) => (
          <Choice key={person.id} person={person} size={size}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={value === person.id}
              onChange={() => onChange(person.id)}
            />
          </Choice>
        ))}
      </div>
    </FieldSet>
  );
}

/** Any number of people, in the order of `people`. */
export function PeoplePicker(props: PickerProps & { value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { people, size, value, onChange, ...texts } = props;
  const toggle = (id: string) => {
    const isChosen = (each: Person) => (each.id === id ? !value.includes(id) : value.includes(each.id));
    onChange(people.filter(isChosen).map((each) => each.id));
  };
  return (
    <FieldSet {...texts}>
      <div className={cx("people", size === "l" && "people-l")}>
        {people.map((person) => (
          <Choice key={person.id} person={person} size={size}>
            <input
              type="checkbox"
              className="visually-hidden"
              checked={value.includes(person.id)}
              onChange={() => toggle(person.id)}
            />
          </Choice>
        ))}
      </div>
    </FieldSet>
  );
}

function Choice(props: { person: Person; size: "m" | "l" | undefined; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is in `children`
    <label className="person" {...personAttributes(props.person.color)}>
      {props.children}
      <Avatar person={props.person} size={props.size === "l" ? "xl" : "l"} decorative />
      <span>{props.person.name}</span>
    </label>
  );
}
