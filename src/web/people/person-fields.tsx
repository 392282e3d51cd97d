import type { ComponentChildren, RefObject } from "preact";
import { useId, useState } from "preact/hooks";
import type { Errors } from "#web/forms/use-draft.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import type { Member } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ColorPicker } from "#web/ui/controls/color-picker.tsx";
import { EmojiPicker } from "#web/ui/controls/emoji-picker.tsx";
import { TextField, type TextFieldProps } from "#web/ui/controls/text-field.tsx";
import { type ColorKey, colorKeys } from "#web/ui/person-color.ts";
import { Avatar } from "./avatar.tsx";

export type Role = Member["role"];
/** Roles of members. The role with the most permissions comes first. */
export const roles = ["owner", "adult", "child", "guest"] as const satisfies readonly Role[];

export type Look = { readonly name: string; readonly color: ColorKey; readonly avatar: string | null };

/** Returns the colour that is used by the fewest members. */
export function freeColor(members: readonly { color: string }[]): ColorKey {
  const uses = (key: ColorKey) => members.filter(({ color }) => color === key).length;
  return colorKeys.reduce((best, key) => (uses(key) < uses(best) ? key : best));
}

/**
 * Returns the error message for a member's name. Returns null if the name is valid. `others` are the members whose
 * names are taken.
 */
export function nameError(name: string, others: readonly { name: string }[], { setup }: Catalogue): string | null {
  const folded = name.trim().toLowerCase();
  if (!folded) return setup.problems.nameMissing;
  return others.some((other) => other.name.toLowerCase() === folded) ? setup.problems.nameTaken : null;
}

/** Returns the error message for an email address. Returns null if the address is valid or empty. */
export function emailError(email: string, { setup }: Catalogue): string | null {
  return !email.trim() || /^\S+@\S+\.\S+$/.test(email.trim()) ? null : setup.problems.emailWrong;
}

export function EmailField(props: TextFieldProps) {
  return <TextField type="email" autoCapitalize="none" maxLength={254} {...props} />;
}

export function PersonFields(props: {
  draft: Look;
  errors: Errors<keyof Look>;
  change: (patch: Partial<Look>) => void;
  /** Whether the fields describe the user, so that the browser may fill in the fields. */
  isSelf?: boolean;
  nameRef?: RefObject<HTMLInputElement | null>;
  photo?: Member["photo"];
  children?: ComponentChildren;
}) {
  const { draft, errors, change } = props;
  const { setup } = useText();
  const [isPicking, setPicking] = useState(false);
  const picker = useId();
  return (
    <>
      <div className="person-look">
        <Avatar person={{ ...draft, name: draft.name || "?", photo: props.photo ?? null }} size="xl" decorative />
        <TextField
          {...(props.nameRef && { ref: props.nameRef })}
          label={setup.name}
          value={draft.name}
          maxLength={60}
          required
          autoComplete={props.isSelf ? "given-name" : "off"}
          autoCapitalize="words"
          onChange={(name) => change({ name })}
          error={errors.name}
        />
      </div>
      <ColorPicker
        label={setup.color}
        value={draft.color}
        error={errors.color}
        names={setup.colors}
        onChange={(color) => change({ color })}
      />
      <div className="person-picture">
        <Button aria-expanded={isPicking} aria-controls={picker} onClick={() => setPicking(!isPicking)}>
          {draft.avatar ? setup.avatarChange : setup.avatarAdd}
        </Button>
        <div id={picker} hidden={!isPicking}>
          {isPicking && (
            <EmojiPicker
              label={setup.avatar}
              hideLabel
              value={draft.avatar}
              error={errors.avatar}
              groups={setup.emojiGroups}
              onChange={(avatar) => change({ avatar })}
            />
          )}
        </div>
      </div>
      {props.children}
    </>
  );
}
