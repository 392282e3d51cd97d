import { useRef } from "preact/hooks";
import { useLocation } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, store } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { type Draft, draftOf, errorsOf, fieldsOf, filled } from "./model/draft.ts";
import { detailsOf, type Recipe } from "./model/source.ts";
import { createRecipe, unsavedRecipe, updateRecipe } from "./model/writes.ts";
import { RecipeFields } from "./recipe-fields.tsx";

function draftFrom(recipe: Recipe): Draft {
  return draftOf(recipe, detailsOf(recipe));
}

/**
 * Sheet to edit a recipe. If `record` is null, the sheet creates a recipe. If the recipe is archived while the sheet is
 * open, the sheet treats the recipe like a deleted one: the user can then save the fields as a new recipe.
 */
export function EditSheet({ record, onClose }: { record: OpenRecord<Recipe> | null; onClose: () => void }) {
  const { recipes: text } = useText();
  const [, navigate] = useLocation();
  const recipe = record?.value ?? null;
  const form = useDraft(() => draftFrom(unsavedRecipe("", { name: "" })), {
    validate: (draft) => errorsOf(draft, text),
    fields: { prepMinutes: "minutes" },
    edited: record && edited(record, draftFrom),
    comparable: { ingredients: (lines) => filled(lines).map(({ text: words, title }) => [words, title]) },
    describe: {
      ingredients: ({ ingredients }) =>
        filled(ingredients)
          .map(({ text: words }) => words)
          .join(" · "),
    },
  });
  const name = useRef<HTMLInputElement>(null);

  const save = async () => {
    if (!form.check()) return;
    const input = fieldsOf(form.draft, text.units);
    const patch = patchOf(fieldsOf(form.base, text.units), input, [["ingredients", "groups"]]);
    const saved = await store(form, patch, {
      create: () => perform(createRecipe, { id: provisionalId(), ...input }),
      update: recipe && ((changes) => perform(updateRecipe, { id: recipe.id, patch: changes, label: input.name })),
    });
    if (!saved) return;
    if (saved[0] && saved[0].id !== recipe?.id)
      navigate(addressOf({ type: "recipe", id: saved[0].id }), { replace: true });
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
      <RecipeFields {...form} nameRef={name} isNew={recipe === null} />
    </Sheet>
  );
}
