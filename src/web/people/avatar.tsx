import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { cx } from "#web/ui/cx.ts";
import { initialsOf, personAttributes } from "#web/ui/person-color.ts";

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
  /** Whether the avatars are faint, as those of a past event. */
  faint?: boolean;
}) {
  const { people, size = "s", max = 4, decorative, faint } = props;
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const names = people.map(({ name }) => name).join(", ");
  if (people.length === 0) return null;
  return (
    <span
      className={cx("avatars", faint && "avatars-faint")}
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": names })}
    >
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
