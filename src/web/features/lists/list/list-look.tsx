import type { Ref } from "preact";
import { useText } from "../../../i18n/catalogue.ts";
import type { ColorKey } from "../../../people/person-color.ts";
import { ChipButton } from "../../../ui/controls/chip.tsx";
import { ColorPicker } from "../../../ui/controls/color-picker.tsx";
import { EmojiPicker } from "../../../ui/controls/emoji-picker.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";

/** What a list is called and how it looks, while somebody decides. */
export type Look = { readonly name: string; readonly icon: string | null; readonly colorKey: ColorKey | null };

/** The fields of a list's name, icon and colour. */
export function LookFields(props: {
  look: Look;
  onChange: (look: Look) => void;
  isNameMissing: boolean;
  nameRef?: Ref<HTMLInputElement>;
}) {
  const { lists } = useText();
  const { look, onChange } = props;
  return (
    <>
      <TextField
        ref={props.nameRef ?? null}
        label={lists.form.name}
        placeholder={lists.form.namePlaceholder}
        value={look.name}
        maxLength={200}
        error={props.isNameMissing && !look.name.trim() ? lists.form.nameMissing : null}
        onChange={(name) => onChange({ ...look, name })}
      />
      <ColorPicker
        label={lists.form.color}
        value={look.colorKey}
        names={lists.form.colors}
        onChange={(colorKey) => onChange({ ...look, colorKey })}
      />
      <ChipButton pressed={look.colorKey === null} onClick={() => onChange({ ...look, colorKey: null })}>
        {lists.form.noColor}
      </ChipButton>
      <EmojiPicker
        label={lists.form.icon}
        value={look.icon}
        groups={lists.form.emojiGroups}
        firstGroup="home"
        onChange={(icon) => onChange({ ...look, icon })}
      />
    </>
  );
}
