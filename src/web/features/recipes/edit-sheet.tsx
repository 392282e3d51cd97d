import { useRef } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { provisionalId } from "../../sync/ids.ts";
import { perform } from "../../sync/perform.ts";
import { FormFooter } from "../../ui/forms/form.tsx";
import { patchOf } from "../../ui/forms/patch.ts";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { detailsInput, draftOf, errorsOf, inputOf } from "./model/draft.ts";
import { detailsOf, type Recipe } from "./model/source.ts";
import { createRecipe, unsavedRecipe, updateDetails, updateRecipe } from "./model/writes.ts";
import { RecipeFields } from "./recipe-fields.tsx";

export function EditSheet({ recipe, onClose }: { recipe: Recipe | null; onClose: () => void }) {
  const { recipes: text } = useText();
  const [, navigate] = useLocation();
  const former = recipe ?? unsavedRecipe("", { name: "" });
  const form = useDraft(() => draftOf(former, detailsOf(former)), {
    validate: (draft) => errorsOf(draft, text),
    fields: { prepMinutes: "minutes" },
  });
  const { draft } = form;
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
      <RecipeFields {...form} nameRef={name} isNew={recipe === null} />
    </Sheet>
  );
}
