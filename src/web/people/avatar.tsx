import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { cx } from "#web/ui/cx.ts";
import { initialsOf, personAttributes, sectorsOf } from "#web/ui/person-color.ts";

export type Person = {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  /** Emoji of the person. If null, the initials are shown. */
  readonly avatar: string | null;
  /** Photo of the person, which is shown instead of the emoji. Null if the person has no photo. */
  readonly photo?: { readonly url: string } | null;
};

/** Size of an avatar, from 24 px (`xs`) through 36 px (`m`) to 80 px (`xl`). */
export type AvatarSize = "xs" | "s" | "m" | "l" | "xl";

/**
 * Avatar of a person. If `decorative` is true, screen readers ignore the avatar, because the person's name is beside
 * it. Otherwise, screen readers read the name.
 */
export function Avatar(props: {
  person: Omit<Person, "id">;
  size?: AvatarSize;
  decorative?: boolean;
  className?: string;
}) {
  const { person, size = "m", decorative } = props;
  const [missing, setMissing] = useState<string | null>(null);
  const url = person.photo?.url ?? null;
  const isPhoto = url !== null && url !== missing;
  const look = isPhoto ? "avatar-photo" : person.avatar && "avatar-emoji";
  return (
    <span
      {...personAttributes(person.color)}
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": person.name })}
      className={cx("avatar", `avatar-${size}`, look, props.className)}
    >
      {isPhoto ? (
        // Offline, the browser may no longer have the photo.
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setMissing(url)} />
      ) : (
        (person.avatar ?? initialsOf(person.name))
      )}
    </span>
  );
}

/** Avatars of several people, which overlap. Screen readers read all names, unless `decorative` is true. */
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

/** Most faces of an event that are shown. If there are more, the last place has their number. */
export const maxFaces = 3;

/**
 * Whether an event has one disc of all colours instead of faces: it is an event of the household for everybody, or its
 * people are all members and are too many to show each. `isFollowed` says whether it is from a followed calendar.
 */
export function isForEverybody(people: readonly unknown[], members: readonly unknown[], isFollowed: boolean): boolean {
  if (people.length === 0) return !isFollowed && members.length > 1;
  return people.length === members.length && members.length > maxFaces;
}

/**
 * Disc with the colours of all `people`, for a record of everybody in the household. If `label` is missing, screen
 * readers ignore the disc.
 */
export function EverybodyAvatar({ people, size = "s", label }: AllPeople) {
  return (
    <span className="avatars">
      <span
        {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
        className={`avatar avatar-${size} avatar-all`}
        style={{ "--sectors": sectorsOf(people.map(({ color }) => color)) } as never}
      />
    </span>
  );
}

type AllPeople = {
  readonly people: readonly Pick<Person, "color">[];
  readonly size?: AvatarSize;
  readonly label?: string;
};

function Rest({ size, children }: { size: AvatarSize; children: ComponentChildren }) {
  return <span className={cx("avatar", `avatar-${size}`, "avatar-rest")}>{children}</span>;
}
