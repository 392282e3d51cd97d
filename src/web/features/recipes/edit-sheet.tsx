import { useRef, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { provisionalId } from "../../sync/ids.ts";
import { perform } from "../../sync/perform.ts";
import { EmojiPicker } from "../../ui/controls/emoji-picker.tsx";
import { TextArea } from "../../ui/controls/text-area.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { IngredientsEditor } from "./ingredients-editor.tsx";
import { arrival } from "./model/arrival.ts";
import { type Draft, draftOf, type Faults, faultOf, patchOf, readDraft } from "./model/draft.ts";
import type { Recipe } from "./model/source.ts";
import { createRecipe, defaultEmoji, unsavedRecipe, updateRecipe } from "./model/writes.ts";

/** Writes a recipe: a new one, or `recipe` anew. It stays open until the server has taken it, or can't be asked. */
export function EditSheet({ recipe, onClose }: { recipe: Recipe | null; onClose: () => void }) {
  const { recipes: text } = useText();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<Draft>(() => draftOf(recipe ?? unsavedRecipe("", { name: "" })));
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setBusy] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));

  const save = async () => {
    if (isBusy) return;
    const read = readDraft(draft, text);
    if ("faults" in read) return setFaults(read.faults);
    const patch = recipe && patchOf(recipe, read.fields);
    if (recipe && !patch) return onClose();
    setBusy(true);
    const handle =
      recipe && patch
        ? perform(updateRecipe, { id: recipe.id, patch, label: read.fields.name })
        : perform(createRecipe, { id: provisionalId(), ...read.fields });
    const became = await arrival(handle);
    setBusy(false);
    if (became.kind === "refused") return setFaults(faultOf(became.error));
    if (became.kind === "arrived" && !recipe) navigate(`/recipes/${became.answer.id}`, { replace: true });
    else onClose();
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={recipe ? text.edit : text.fresh}
      initialFocus={name}
      onSubmit={() => void save()}
      footer={<FormFooter onCancel={onClose} save={text.save} isBusy={isBusy} />}
    >
      {faults.form && (
        <p className="field-error" role="alert">
          {faults.form}
        </p>
      )}
      <TextField
        ref={name}
        label={text.name}
        placeholder={recipe ? undefined : text.namePlaceholder}
        required
        value={draft.name}
        error={faults.name}
        onChange={(next) => change({ name: next })}
      />
      <TextField
        className="recipes-minutes"
        label={text.prepMinutes}
        hint={text.prepHint}
        inputMode="numeric"
        value={draft.minutes}
        error={faults.minutes}
        onChange={(minutes) => change({ minutes })}
      />
      <IngredientsEditor
        lines={draft.ingredients}
        error={faults.ingredients}
        faultyLine={faults.line}
        onChange={(ingredients) => change({ ingredients })}
      />
      <TextArea
        label={text.instructions}
        hint={text.instructionsHint}
        rows={6}
        value={draft.instructions}
        error={faults.instructions}
        onChange={(instructions) => change({ instructions })}
      />
      <EmojiPicker
        label={text.emoji}
        groups={text.emojiGroups}
        firstGroup="food"
        value={draft.emoji}
        error={faults.emoji}
        onChange={(emoji) => change({ emoji: emoji ?? defaultEmoji })}
      />
    </Sheet>
  );
}
