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
import { detailsInput, draftOf, errorsOf, inputOf } from "./model/draft.ts";
import { detailsOf, type Recipe } from "./model/source.ts";
import { createRecipe, defaultEmoji, unsavedRecipe, updateDetails, updateRecipe } from "./model/writes.ts";

export function EditSheet({ recipe, onClose }: { recipe: Recipe | null; onClose: () => void }) {
  const { recipes: text } = useText();
  const [, navigate] = useLocation();
  const former = recipe ?? unsavedRecipe("", { name: "" });
  const form = useDraft(() => draftOf(former, detailsOf(former)), {
    validate: (draft) => errorsOf(draft, text),
    fields: { prepMinutes: "minutes" },
  });
  const { draft, errors, change } = form;
  const name = useRef<HTMLInputElement>(null);

  const save = async () => {
    if (!form.check()) return;
    const input = inputOf(draft, text.units);
    const patch = recipe && patchOf(inputOf(draftOf(recipe, detailsOf(recipe)), text.units), input);
    const details = patchOf(detailsOf(former), detailsInput(draft));
    if (recipe && !patch && !details) return onClose();
    const id = recipe?.id ?? provisionalId();
    const saved = await form.submit(() => [
      ...(recipe ? [] : [perform(createRecipe, { id, ...input })]),
      ...(patch ? [perform(updateRecipe, { id, patch, label: input.name })] : []),
      ...(details
        ? [
            perform(
              updateDetails,
              { id, patch: details, label: input.name },
              { message: recipe && !patch ? undefined : null },
            ),
          ]
        : []),
    ]);
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
      <TextField
        className="recipes-minutes"
        label={text.servings}
        hint={text.servingsHint}
        inputMode="numeric"
        value={draft.servings}
        error={errors.servings}
        onChange={(servings) => change({ servings })}
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
      <TextField
        label={text.tags}
        hint={text.tagsHint}
        value={draft.tags}
        error={errors.tags}
        onChange={(tags) => change({ tags })}
      />
      <TextArea
        label={text.notes}
        hint={text.notesHint}
        rows={2}
        value={draft.notes}
        error={errors.notes}
        onChange={(notes) => change({ notes })}
      />
      <TextField
        label={text.sourceName}
        hint={text.sourceNameHint}
        value={draft.sourceName}
        error={errors.sourceName}
        onChange={(sourceName) => change({ sourceName })}
      />
      <TextField
        label={text.sourceUrl}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        value={draft.sourceUrl}
        error={errors.sourceUrl}
        onChange={(sourceUrl) => change({ sourceUrl })}
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
