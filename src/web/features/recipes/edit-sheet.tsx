import { useRef, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { provisionalId } from "../../sync/ids.ts";
import { perform } from "../../sync/perform.ts";
import { FormFooter } from "../../ui/forms/form.tsx";
import { patchOf } from "../../ui/forms/patch.ts";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { draftOf, errorsOf } from "./model/draft.ts";
import { fieldsOf, lineGroupsOf } from "./model/groups.ts";
import { detailsOf, type Recipe } from "./model/source.ts";
import { createRecipe, unsavedRecipe, updateRecipe } from "./model/writes.ts";
import { RecipeFields } from "./recipe-fields.tsx";

export function EditSheet({ recipe, onClose }: { recipe: Recipe | null; onClose: () => void }) {
  const { recipes: text } = useText();
  const [, navigate] = useLocation();
  const [begun] = useState(() => {
    const former = recipe ?? unsavedRecipe("", { name: "" });
    const draft = draftOf(former, detailsOf(former));
    return { draft, groups: lineGroupsOf(former.groups ?? [], draft) };
  });
  const form = useDraft(begun.draft, {
    validate: (draft) => errorsOf(draft, text),
    fields: { prepMinutes: "minutes" },
  });
  const name = useRef<HTMLInputElement>(null);

  const save = async () => {
    if (!form.check()) return;
    const input = fieldsOf(form.draft, text.units, begun.groups);
    const patch = recipe && patchOf(fieldsOf(begun.draft, text.units, begun.groups), input);
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
      <RecipeFields {...form} groups={begun.groups} nameRef={name} isNew={recipe === null} />
    </Sheet>
  );
}
