import type { ComponentChildren } from "preact";
import { cx } from "../ui/cx.ts";
import { initialsOf, personAttributes } from "./person-color.ts";

export type Person = {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  /** An emoji; null shows the initials. */
  readonly avatar: string | null;
};

/** From 24 px (`xs`) through 36 px (`m`) to 80 px (`xl`). */
export type AvatarSize = "xs" | "s" | "m" | "l" | "xl";

/** `decorative` if the name is beside it; otherwise screen readers read the name. */
export function Avatar(props: {
  person: Omit<Person, "id">;
  size?: AvatarSize;
  decorative?: boolean;
  className?: string;
}) {
  const { person, size = "m", decorative } = props;
  return (
    <span
      {...personAttributes(person.color)}
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": person.name })}
      className={cx("avatar", `avatar-${size}`, person.avatar && "avatar-emoji", props.className)}
    >
      {person.avatar ?? initialsOf(person.name)}
    </span>
  );
}

/** Screen readers read all names. */
export function AvatarStack(props: {
  people: readonly Person[];
  size?: AvatarSize;
  max?: number;
  decorative?: boolean;
}) {
  const { people, size = "s", max = 4, decorative } = props;
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const names = people.map(({ name }) => name).join(", ");
  if (people.length === 0) return null;
  return (
    <span className="avatars" {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": names })}>
      {shown.map((person) => (
        <Avatar key={person.id} person={person} size={size} decorative />
      ))}
      {shown.length < people.length && <Rest size={size}>+{people.length - shown.length}</Rest>}
    </span>
  );
}

function Rest({ size, children }: { size: AvatarSize; children: ComponentChildren }) {
  return <span className={cx("avatar", `avatar-${size}`, "avatar-rest")}>{children}</span>;
}
