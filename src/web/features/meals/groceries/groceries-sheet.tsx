import { useState } from "preact/hooks";
import { Link } from "wouter";
import { currentLanguage, useText } from "../../../i18n/catalogue.ts";
import { isConnected } from "../../../sync/connection.ts";
import { announceBatch, perform, takeBack } from "../../../sync/perform.ts";
import { useSource } from "../../../sync/use-source.ts";
import { formatNames } from "../../../time/format.ts";
import { Button, buttonClass } from "../../../ui/controls/button.tsx";
import { Checkbox } from "../../../ui/controls/choice.tsx";
import { EmptyState, ErrorNotice } from "../../../ui/display/notice.tsx";
import { Skeletons } from "../../../ui/display/skeleton.tsx";
import { arrival } from "../../../ui/forms/arrival.ts";
import { Check, CircleCheck } from "../../../ui/icons.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import type { Recipe } from "../../recipes/model/source.ts";
import {
  addGroceries,
  type GroceriesResult,
  groceriesSource,
  type Line,
  type Preview,
  preview,
} from "../model/groceries.ts";

/** The server needs a while for a long list. */
const patienceMs = 30_000;

type Props = {
  sub: string;
  recipes: readonly Recipe[];
  /** Null: for the recipes alone, not for a week. */
  weekStart: string | null;
  onClose: () => void;
};

export function GroceriesSheet({ sub, recipes, weekStart, onClose }: Props) {
  const { meals: text, common } = useText();
  const { data, error, refetch } = useSource(groceriesSource, {});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [run, setRun] = useState<{ id: string; done: GroceriesResult; skipped: number } | null>(null);
  const plan = data && preview(recipes, data);
  const selected = plan?.missing.filter(({ ingredient }) => !left.has(ingredient)) ?? [];

  const add = async () => {
    if (!plan || selected.length === 0 || isBusy) return;
    setBusy(true);
    const ingredients = selected.map(({ ingredient }) => ingredient);
    const isAll = selected.length === plan.missing.length;
    const message = text.addedCount(selected.length);
    const variables = { weekStart: isAll ? weekStart : null, ingredients, language: currentLanguage() };
    const isOnline = isConnected.get();
    const handle = perform(addGroceries, variables, { message: isOnline ? null : message });
    try {
      const sent = await arrival(handle.done, patienceMs);
      if (sent) {
        const skipped = plan.present.length + Math.max(0, selected.length - sent.answer.added);
        return setRun({ id: handle.id, done: sent.answer, skipped });
      }
      if (isOnline) announceBatch([handle], message);
    } catch {
      // A toast shows the refusal.
    } finally {
      setBusy(false);
    }
    onClose();
  };
  const undo = async () => {
    onClose();
    if (run) await takeBack(run.id);
  };

  if (run) return <GroceriesAdded sub={sub} run={run.done} skipped={run.skipped} onUndo={undo} onClose={onClose} />;
  const bare = recipes.filter(({ ingredients }) => ingredients.length === 0).map(({ name }) => name);
  const hasNone = bare.length === recipes.length;
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.groceriesTitle}
      sub={sub}
      onSubmit={() => void add()}
      footer={
        plan &&
        plan.missing.length > 0 && (
          <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button type="submit" variant="primary" busy={isBusy} disabled={selected.length === 0}>
              {text.addCount(selected.length)}
            </Button>
          </>
        )
      }
    >
      {!plan && !error && <Skeletons label={common.loading} count={5} height="2.75rem" />}
      {!plan && error && (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
          {common.needsServer}
        </ErrorNotice>
      )}
      {plan && hasNone && (
        <EmptyState
          small
          picture="🧺"
          title={text.noIngredients}
          action={
            <Link href="/recipes" className={buttonClass()}>
              {text.toRecipes}
            </Link>
          }
        >
          {text.noIngredientsHint}
        </EmptyState>
      )}
      {plan && !hasNone && plan.missing.length === 0 && (
        <p className="meals-success">
          <CircleCheck /> {text.nothingToAdd}
        </p>
      )}
      {plan && <GroceryLines plan={plan} left={left} onLeave={setLeft} />}
      {plan && !hasNone && bare.length > 0 && <p className="soft">{text.without(formatNames([...new Set(bare)]))}</p>}
      {plan?.missing.length === 0 && data?.listId && <ListLink id={data.listId} />}
    </Sheet>
  );
}

/** `skipped`: ingredients that were on the list before. */
function GroceriesAdded(props: {
  sub: string;
  run: GroceriesResult;
  skipped: number;
  onUndo: () => void;
  onClose: () => void;
}) {
  const { meals: text, common } = useText();
  const { run, skipped } = props;
  return (
    <Sheet
      open
      onClose={props.onClose}
      size="s"
      title={text.groceriesTitle}
      sub={props.sub}
      footer={
        <>
          {run.added > 0 && <Button onClick={props.onUndo}>{common.undo}</Button>}
          <Button onClick={props.onClose}>{common.done}</Button>
          {run.listId !== null && <ListLink id={run.listId} />}
        </>
      }
    >
      <p className="meals-success" role="status">
        <CircleCheck />
        <span>
          {run.added === 0 ? text.nothingToAdd : text.addedCount(run.added)}
          {skipped > 0 && run.added > 0 && <span className="soft"> {text.skippedCount(skipped)}.</span>}
        </span>
      </p>
    </Sheet>
  );
}

function ListLink({ id }: { id: string }) {
  const { meals: text } = useText();
  return (
    <Link href={`/lists/${id}`} className={buttonClass("primary")}>
      {text.openList}
    </Link>
  );
}

/** `left`: lines to leave out. */
function GroceryLines(props: {
  plan: Preview;
  left: ReadonlySet<string>;
  onLeave: (left: ReadonlySet<string>) => void;
}) {
  const { meals: text } = useText();
  const { plan, left, onLeave } = props;
  const toggle = (ingredient: string, isWanted: boolean) => {
    const next = new Set(left);
    if (isWanted) next.delete(ingredient);
    else next.add(ingredient);
    onLeave(next);
  };
  const hint = ({ recipes }: Line) => text.forRecipes(formatNames(recipes));
  return (
    <>
      {plan.missing.length > 0 && (
        <section className="meals-lines" aria-labelledby="meals-to-add">
          <h3 id="meals-to-add">{text.toAdd}</h3>
          {plan.missing.map((line) => (
            <Checkbox
              key={line.ingredient}
              square
              checked={!left.has(line.ingredient)}
              onChange={(isWanted) => toggle(line.ingredient, isWanted)}
              label={line.ingredient}
              hint={hint(line)}
            />
          ))}
        </section>
      )}
      {plan.present.length > 0 && (
        <section className="meals-lines" aria-labelledby="meals-there">
          <h3 id="meals-there">{text.thereAlready}</h3>
          <ul>
            {plan.present.map((line) => (
              <li key={line.ingredient}>
                <Check />
                <span>
                  {line.ingredient}
                  {line.done && <span className="soft"> · {text.tickedOff}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
