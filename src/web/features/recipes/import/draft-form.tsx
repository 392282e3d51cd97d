import { useRef, useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { recipeOf, type SplitText } from "#kitchen/recipe-import/text.ts";
import { addressOf } from "#platform/activity/record-address.ts";
import { FormNotice } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { announceBatch } from "#web/page/undo.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { type DraftLine, draftOf, errorsOf, fieldsOf, filled, linesOf } from "../model/draft.ts";
import { guessEmoji } from "../model/emoji.ts";
import { type DraftRecipe, type RecipeDraft, saveDraft } from "../model/import.ts";
import { RecipeFields } from "../recipe-fields.tsx";
import { SplitLines } from "./split-lines.tsx";

type Props = {
  draft: RecipeDraft;
  /**
   * Address of the page from which the user copied the pasted text. The address is saved as the source of the recipe.
   * Null if no text was pasted, or if the text comes from no page.
   */
  address: string | null;
  onBack: () => void;
  onSaved: () => void;
  /** Whether the app opens the recipe after saving it. */
  leadsThere: boolean;
};

/** Form to check and save a recipe that was read from a page or a text. */
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
  /**
   * Draft as the app last read it from the page or the text. If a field of the form differs from the field in this
   * draft, the user has edited the field. When the user changes how the app reads the lines, edited fields keep their
   * values, but the other fields may change.
   */
  const [derived, setDerived] = useState(form.draft);
  const [same] = read.sameAs;
  const resplit = (next: SplitText) => {
    setSplit(next);
    const { name: title, ingredients, groups: headings, steps } = recipeOf(next.lines);
    const made = { name: title, ingredients: linesOf(ingredients, [...headings]), instructions: steps.join("\n") };
    const { draft } = form;
    const isUntouched = textOf(draft.ingredients) === textOf(derived.ingredients);
    form.change({
      ...(draft.name === derived.name && title !== "" && { name: title }),
      ...(isUntouched && { ingredients: made.ingredients }),
      ...(draft.instructions === derived.instructions && { instructions: made.instructions }),
    });
    setDerived({ ...derived, ...made });
  };
  const done = (id: string) => {
    if (leadsThere) navigate(addressOf({ type: "recipe", id }), { replace: true });
    else onSaved();
  };
  /**
   * Saves the draft. `replaces` is the id of the household's recipe that is overwritten. If it is null, a new recipe is
   * created.
   */
  const save = async (replaces: string | null) => {
    if (form.isBusy || !form.check()) return;
    const fields = fieldsOf(form.draft, recipes.units);
    const sent = await form.run(saveDraft, { id: read.id ?? "", fields, keepPhoto: keepsPhoto, replaces });
    if (!sent) return;
    const { answer, activityId } = sent;
    const message = replaces === null ? recipes.added(answer.name) : recipes.changed(answer.name);
    if (activityId !== null) announceBatch([{ id: activityId }], message);
    done(answer.id);
  };
  return (
    <Sheet
      open
      onClose={onBack}
      size={split ? "l" : "m"}
      title={text.previewTitle}
      sub={read.recipe?.sourceName ?? undefined}
      onSubmit={() => void save(null)}
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
        <div className="recipes-same">
          <strong>{text.sameAs(same.name)}</strong>
          <p className="small soft">{text.replaceHint}</p>
          <div>
            <p className="actions">
              <Link href={addressOf({ type: "recipe", id: same.id })}>{text.openSame}</Link>
              <Button size="s" onClick={() => void save(same.id)}>
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
  const { groups, servings, tags, notes, sourceName, sourceUrl, ...fields } = recipe;
  const source = address ? { sourceName: null, sourceUrl: address } : { sourceName, sourceUrl };
  return draftOf({ ...fields, emoji: guessEmoji(recipe.name) }, { groups, servings, tags, notes, ...source });
}

function textOf(lines: readonly DraftLine[]): string {
  return filled(lines)
    .map(({ text }) => text.trim())
    .join("\n");
}
