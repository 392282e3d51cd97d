import { addDays } from "#lib/days.ts";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { editedAs, type OpenRecord, store } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { currentText } from "#web/page/text.ts";
import { announceBatch, perform } from "#web/page/undo.ts";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { provisionalId } from "#web/sync/ids.ts";
import type { Handle } from "#web/sync/outbox.ts";
import { useMembers } from "#web/sync/session.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { DateField, TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { formatCell, isDay } from "./model/plan.ts";
import type { Meal } from "./model/source.ts";
import { changeDetails, type MealDetails, planMeal, planQuickMeal, repeatMeal } from "./model/writes.ts";

/** Maximum length of the note of a meal, in code points. This is the server's limit. */
const longestNote = 200;
const maxServings = 100;
const weeks = [1, 2, 3, 4] as const;

/** Sheet with the note of a meal, its cook and its servings. */
export function DetailsSheet({ record, onClose }: { record: OpenRecord<Meal>; onClose: () => void }) {
  const { meals: text } = useText();
  const members = useMembers();
  const { value: meal, isDeleted } = record;
  const { recipe } = meal;
  const known = { note: meal.note ?? "", cookId: meal.cookId ?? null, servings: String(meal.servings ?? "") };
  const form = useDraft<Draft>(known, {
    edited: editedAs(known, isDeleted),
    validate: ({ note, servings }) => ({
      note: [...note.trim()].length > longestNote ? text.noteTooLong(longestNote) : null,
      servings: isServings(servings) ? null : text.servingsWrong(maxServings),
    }),
  });
  const { draft, errors, change } = form;
  const save = async () => {
    if (!form.check()) return;
    const details = detailsOf(draft);
    const saved = await store(form, patchOf(detailsOf(form.base), details), {
      create: () => planAgain(meal, details),
      update: (patch) => perform(changeDetails, { meal, patch }),
    });
    if (saved) onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      size="s"
      title={text.detailsTitle}
      sub={`${recipe.emoji} ${recipe.name} · ${formatCell(meal)}`}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} />}
    >
      <TextField
        label={text.note}
        placeholder={text.noteHint}
        value={draft.note}
        onChange={(note) => change({ note })}
        error={errors.note}
      />
      <PersonPicker
        label={text.whoCooks}
        people={members}
        none={text.nobody}
        value={draft.cookId}
        onChange={(cookId) => change({ cookId })}
        error={errors.cookId}
      />
      <TextField
        label={text.servings}
        inputMode="numeric"
        value={draft.servings}
        onChange={(servings) => change({ servings })}
        error={errors.servings}
      />
    </Sheet>
  );
}

/** Plans a deleted meal again in the same cell, with the given details. */
function planAgain(meal: Meal, details: MealDetails): readonly Handle<unknown>[] {
  const { date, mealType, recipe, quick } = meal;
  const id = provisionalId();
  const quiet = { message: null };
  const made = quick
    ? perform(planQuickMeal, { id, date, mealType, text: recipe.name, emoji: recipe.emoji }, quiet)
    : perform(planMeal, { id, date, mealType, recipe }, quiet);
  const all = [made, perform(changeDetails, { meal: { ...meal, id }, patch: details }, quiet)];
  announceBatch(all, currentText().meals.planned(recipe.name, formatCell(meal)));
  return all;
}

export function RepeatSheet({ meal, onClose }: { meal: Meal; onClose: () => void }) {
  const { meals: text } = useText();
  const { recipe, date } = meal;
  const form = useDraft<{ everyWeeks: number; until: string }>(
    { everyWeeks: 1, until: "" },
    { validate: ({ until }) => ({ until: until === "" || (isDay(until) && until > date) ? null : text.untilEarly }) },
  );
  const { draft, errors, change } = form;
  const save = async () => {
    if (!form.check()) return;
    const { everyWeeks, until } = draft;
    if (await form.submit(() => perform(repeatMeal, { meal, everyWeeks, until: until || null }))) onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      size="s"
      title={text.repeatTitle}
      sub={`${recipe.emoji} ${recipe.name} · ${formatCell(meal)}`}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} />}
    >
      <Select
        label={text.howOften}
        hint={text.repeatHint}
        value={String(draft.everyWeeks)}
        options={weeks.map((each) => ({ value: String(each), label: text.everyWeeks(each) }))}
        onChange={(everyWeeks) => change({ everyWeeks: Number(everyWeeks) })}
        error={errors.everyWeeks}
      />
      <DateField
        label={text.until}
        hint={text.untilHint}
        min={addDays(date, 1)}
        value={draft.until}
        onChange={(until) => change({ until })}
        error={errors.until}
      />
    </Sheet>
  );
}

type Draft = { readonly note: string; readonly cookId: string | null; readonly servings: string };

function detailsOf({ note, cookId, servings }: Draft) {
  return { note: note.trim() || null, cookId, servings: servings.trim() === "" ? null : Number(servings) };
}

function isServings(text: string): boolean {
  const count = Number(text);
  return text.trim() === "" || (Number.isInteger(count) && count >= 1 && count <= maxServings);
}
