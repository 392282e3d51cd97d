import type { Ref } from "preact";
import type { Errors } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { ColorPicker } from "#web/ui/controls/color-picker.tsx";
import { EmojiPicker } from "#web/ui/controls/emoji-picker.tsx";
import { type FieldError, FieldSet } from "#web/ui/controls/field.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Lock, Users } from "#web/ui/icons.ts";
import { type ColorKey, personAttributes } from "#web/ui/person-color.ts";
import { guessIcon } from "../model/guess-icon.ts";
import type { List } from "../model/source.ts";

export type Look = { readonly name: string; readonly icon: string | null; readonly colorKey: ColorKey | null };

export function LookFields(props: {
  draft: Look;
  errors: Errors<keyof Look>;
  change: (patch: Partial<Look>) => void;
  nameRef?: Ref<HTMLInputElement>;
}) {
  const { lists } = useText();
  const { draft, errors, change } = props;
  const suggested = guessIcon(draft.name);
  return (
    <>
      <div className="lists-name" {...personAttributes(draft.colorKey)}>
        <span className="lists-icon" aria-hidden="true">
          {draft.icon ?? suggested}
        </span>
        <TextField
          ref={props.nameRef ?? null}
          label={lists.form.name}
          placeholder={lists.form.namePlaceholder}
          value={draft.name}
          maxLength={200}
          error={errors.name}
          onChange={(name) => change({ name })}
        />
      </div>
      <ColorPicker
        label={lists.form.color}
        value={draft.colorKey}
        names={lists.form.colors}
        error={errors.colorKey}
        onChange={(colorKey) => change({ colorKey })}
      />
      <ChipButton pressed={draft.colorKey === null} onClick={() => change({ colorKey: null })}>
        {lists.form.noColor}
      </ChipButton>
      <EmojiPicker
        label={lists.form.icon}
        value={draft.icon}
        suggested={suggested}
        groups={lists.form.emojiGroups}
        firstGroup="home"
        error={errors.icon}
        onChange={(icon) => change({ icon })}
      />
    </>
  );
}

export function VisibilityField(props: {
  value: List["visibility"];
  error: FieldError;
  onChange: (visibility: List["visibility"]) => void;
}) {
  const { form } = useText().lists;
  return (
    <FieldSet
      label={form.visibility}
      hint={props.value === "personal" ? form.personalHint : form.sharedHint}
      error={props.error}
    >
      <SegmentedControl
        label={form.visibility}
        value={props.value}
        wide
        segments={[
          { value: "shared", label: form.shared, icon: <Users /> },
          { value: "personal", label: form.personal, icon: <Lock /> },
        ]}
        onChange={props.onChange}
      />
    </FieldSet>
  );
}
