import type { RefObject } from "preact";
import { useId, useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { ColorPicker } from "../../ui/controls/color-picker.tsx";
import { EmojiPicker } from "../../ui/controls/emoji-picker.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import type { Look } from "./person.ts";

/** Name, colour and picture of a person, with how they will look. */
export function PersonFields(props: {
  value: Look;
  onChange: (look: Look) => void;
  nameError?: string | null;
  /** For the browser's own filling-in: the person in front of it. */
  isSelf?: boolean;
  nameRef?: RefObject<HTMLInputElement | null>;
}) {
  const { value, onChange } = props;
  const { setup } = useText();
  const [isPicking, setPicking] = useState(false);
  const picker = useId();
  return (
    <>
      <div className="person-look">
        <Avatar person={{ ...value, name: value.name || "?" }} size="xl" decorative />
        <TextField
          {...(props.nameRef && { ref: props.nameRef })}
          label={setup.name}
          value={value.name}
          maxLength={60}
          required
          autoComplete={props.isSelf ? "given-name" : "off"}
          autoCapitalize="words"
          onChange={(name) => onChange({ ...value, name })}
          error={props.nameError}
        />
      </div>
      <ColorPicker
        label={setup.color}
        value={value.color}
        names={setup.colors}
        onChange={(color) => onChange({ ...value, color })}
      />
      <div className="person-picture">
        <Button aria-expanded={isPicking} aria-controls={picker} onClick={() => setPicking(!isPicking)}>
          {value.avatar ? setup.avatarChange : setup.avatarAdd}
        </Button>
        <div id={picker} hidden={!isPicking}>
          {isPicking && (
            <EmojiPicker
              label={setup.avatar}
              hideLabel
              value={value.avatar}
              groups={setup.emojiGroups}
              onChange={(avatar) => onChange({ ...value, avatar })}
            />
          )}
        </div>
      </div>
    </>
  );
}
