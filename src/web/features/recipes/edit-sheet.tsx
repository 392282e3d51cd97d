import { useRef } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { provisionalId } from "../../sync/ids.ts";
import { perform } from "../../sync/perform.ts";
import { EmojiPicker } from "../../ui/controls/emoji-picker.tsx";
import { TextArea } from "../../ui/controls/text-area.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { FormFooter } from "../../ui/forms/form.tsx";
import { patchOf } from "../../ui/forms/patch.ts";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { IngredientsEditor } from "./ingredients-editor.tsx";
import { draftOf, errorsOf, inputOf } from "./model/draft.ts";
import type { Recipe } from "./model/source.ts";
import { createRecipe, defaultEmoji, unsavedRecipe, updateRecipe } from "./model/writes.ts";

export function EditSheet({ recipe, onClose }: { recipe: Recipe | null; onClose: () => void }) {
  const { recipes: text } = useText();
  const [, navigate] = useLocation();
  const form = useDraft(() => draftOf(recipe ?? unsavedRecipe("", { name: "" })), {
    validate: (draft) => errorsOf(draft, text),
    fields: { prepMinutes: "minutes" },
  });
  const { draft, errors, change } = form;
  const name = useRef<HTMLInputElement>(null);

  const save = async () => {
    if (!form.check()) return;
    const input = inputOf(draft, text.units);
    const patch = recipe && patchOf(inputOf(draftOf(recipe), text.units), input);
    if (recipe && !patch) return onClose();
    const saved = await form.submit(() =>
      recipe && patch
        ? perform(updateRecipe, { id: recipe.id, patch, label: input.name })
        : perform(createRecipe, { id: provisionalId(), ...input }),
    );
    if (!saved) return;
    if (saved[0] && !recipe) navigate(`/recipes/${saved[0].id}`, { replace: true });
    else onClose();
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={recipe ? text.edit : text.fresh}
      initialFocus={name}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} save={text.save} />}
    >
      <TextField
        ref={name}
        label={text.name}
        placeholder={recipe ? undefined : text.namePlaceholder}
        required
        value={draft.name}
        error={errors.name}
        onChange={(next) => change({ name: next })}
      />
      <TextField
        className="recipes-minutes"
        label={text.prepMinutes}
        hint={text.prepHint}
        value={draft.minutes}
        error={errors.minutes}
        onChange={(minutes) => change({ minutes })}
      />
      <IngredientsEditor
        lines={draft.ingredients}
        error={errors.ingredients}
        onChange={(ingredients) => change({ ingredients })}
      />
      <TextArea
        label={text.instructions}
        hint={text.instructionsHint}
        rows={6}
        value={draft.instructions}
        error={errors.instructions}
        onChange={(instructions) => change({ instructions })}
      />
      <EmojiPicker
        label={text.emoji}
        groups={text.emojiGroups}
        firstGroup="food"
        value={draft.emoji}
        error={errors.emoji}
        onChange={(emoji) => change({ emoji: emoji ?? defaultEmoji })}
      />
    </Sheet>
  );
}
