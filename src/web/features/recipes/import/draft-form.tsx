import { useRef, useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { recipeOf, type SplitText } from "../../../../recipe-import/text.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { invalidate } from "../../../sync/client.ts";
import { announceBatch, perform } from "../../../sync/perform.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Checkbox } from "../../../ui/controls/choice.tsx";
import { FormNotice } from "../../../ui/forms/form.tsx";
import { useDraft } from "../../../ui/forms/use-draft.ts";
import { CircleAlert } from "../../../ui/icons.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { draftLine, draftOf, errorsOf } from "../model/draft.ts";
import { type DraftRecipe, fieldsOf, lineGroupsOf, type RecipeDraft, saveDraft } from "../model/import.ts";
import { defaultEmoji, updateDetails, updateRecipe } from "../model/writes.ts";
import { RecipeFields } from "../recipe-fields.tsx";
import { SplitLines } from "./split-lines.tsx";

type Props = {
  draft: RecipeDraft;
  /** Of a page whose text was pasted; stays as the source. */
  address: string | null;
  onBack: () => void;
  onSaved: () => void;
  /** Shows the recipe once it is saved. */
  leadsThere: boolean;
};

/** A recipe that was read, before it is saved. */
export function DraftForm({ draft: read, address, onBack, onSaved, leadsThere }: Props) {
  const { recipes, common } = useText();
  const { import: text } = recipes;
  const [, navigate] = useLocation();
  const name = useRef<HTMLInputElement>(null);
  const [split, setSplit] = useState<SplitText | null>(read.split);
  const [keepsPhoto, setKeepsPhoto] = useState(read.photoUrl !== null);
  const form = useDraft(() => draftFrom(read.recipe as DraftRecipe, address), {
    validate: (draft) => errorsOf(draft, recipes),
    fields: { prepMinutes: "minutes" },
  });
  const [groups, setGroups] = useState(() => lineGroupsOf(read.recipe?.groups ?? [], form.draft));
  const [same] = read.sameAs;
  const resplit = (next: SplitText) => {
    const { name: title, ingredients, groups: headings, steps } = recipeOf(next.lines);
    const lines = [...ingredients, ""].map(draftLine);
    form.change({ name: title || form.draft.name, ingredients: lines, instructions: steps.join("\n") });
    setGroups(lineGroupsOf(headings, { ...form.draft, ingredients: lines }));
    setSplit(next);
  };
  const done = (id: string) => {
    if (leadsThere) navigate(`/recipes/${id}`, { replace: true });
    else onSaved();
  };
  const save = async () => {
    if (form.isBusy || !form.check()) return;
    const fields = fieldsOf(form.draft, recipes.units, groups);
    const sent = await form.send(() => saveDraft(read.id ?? "", fields, keepsPhoto));
    if (!sent) return;
    invalidate(["recipe"]);
    const { answer, activityId } = sent;
    if (activityId !== null) announceBatch([{ id: activityId }], recipes.added(answer.name));
    done(answer.id);
  };
  const replace = async (id: string) => {
    if (form.isBusy || !form.check()) return;
    const {
      servings,
      tags,
      notes,
      sourceName,
      sourceUrl,
      groups: headings,
      ...fields
    } = fieldsOf(form.draft, recipes.units, groups);
    const details = { servings, tags, notes, sourceName, sourceUrl, groups: headings };
    const label = fields.name;
    const saved = await form.submit(() => {
      const writes = [
        perform(updateRecipe, { id, patch: fields, label }, { message: null }),
        perform(updateDetails, { id, patch: details, label }, { message: null }),
      ];
      announceBatch(writes, recipes.changed(label));
      return writes;
    });
    if (saved) done(id);
  };
  return (
    <Sheet
      open
      onClose={onBack}
      size={split ? "l" : "m"}
      title={text.previewTitle}
      sub={read.recipe?.sourceName ?? undefined}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onBack}>{common.back}</Button>
          <Button type="submit" variant="primary" busy={form.isBusy}>
            {same ? text.saveSecond : recipes.save}
          </Button>
          <FormNotice form={form} counts />
        </>
      }
    >
      {same && (
        <div className="notice recipes-same">
          <CircleAlert />
          <div className="notice-text">
            <strong>{text.sameAs(same.name)}</strong>
            <p className="actions">
              <Link href={`/recipes/${same.id}`}>{text.openSame}</Link>
              <Button size="s" onClick={() => void replace(same.id)}>
                {text.replaceSame}
              </Button>
            </p>
          </div>
        </div>
      )}
      {read.warnings.length > 0 && (
        <ul className="recipes-warnings">
          {read.warnings.map(({ kind, count }) => (
            <li key={kind}>{text.warnings[kind](count)}</li>
          ))}
        </ul>
      )}
      {read.photoUrl !== null && (
        <div className="recipes-keep-photo">
          <img className="recipes-photo" src={read.photoUrl} alt="" />
          <Checkbox square label={text.keepPhoto} hint={text.photoHint} checked={keepsPhoto} onChange={setKeepsPhoto} />
        </div>
      )}
      {split && <SplitLines split={split} onChange={resplit} />}
      <RecipeFields {...form} nameRef={name} isNew={false} />
    </Sheet>
  );
}

function draftFrom(recipe: DraftRecipe, address: string | null) {
  const { servings, tags, notes, sourceName, sourceUrl, ...fields } = recipe;
  const source = address ? { sourceName: null, sourceUrl: address } : { sourceName, sourceUrl };
  return draftOf({ ...fields, emoji: defaultEmoji }, { servings, tags, notes, ...source });
}
