import type { Ref } from "react";
import { useText } from "../text/catalogue.ts";
import { ChipButton } from "../ui/chip.tsx";
import { ColorPicker } from "../ui/color-picker.tsx";
import { EmojiPicker } from "../ui/emoji-picker.tsx";
import type { ColorKey } from "../ui/person-color.ts";
import { TextField } from "../ui/text-field.tsx";

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
