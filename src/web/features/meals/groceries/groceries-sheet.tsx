import { useMemo, useState } from "preact/hooks";
import { Link } from "wouter";
import { findGroceryList } from "#lib/grocery-list.ts";
import { addressOf } from "#platform/activity/record-address.ts";
import { waitForResponse } from "#web/forms/wait-for-response.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { isConnected } from "#web/page/sync.ts";
import { announceBatch, perform, undoWrite } from "#web/page/undo.ts";
import { useDisplay, useHousehold } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay, formatNames } from "#web/time/format.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { CircleCheck, House } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { boardSource, listSource } from "../../lists/model/source.ts";
import {
  groceriesSource,
  orderOf,
  preview,
  type Shopping,
  type ShoppingLine,
  type ShoppingResult,
  setStaple,
  shopForMeals,
} from "../model/shopping.ts";

/**
 * Maximum time in milliseconds for which the sheet waits for the server's response after the user has added the
 * groceries to the list. This time is long, because the server needs more time if the list is long.
 */
const patienceMs = 30_000;

type Props = {
  sub: string;
  shopping: Shopping;
  /** Days of the week that the user can choose. Omitted for the groceries of a single recipe. */
  days?: { readonly all: readonly string[]; readonly onChange: (days: string[]) => void };
  onClose: () => void;
};

/**
 * Sheet of groceries. Each grocery has the total amount to buy and the meals that need it. Nothing is saved before the
 * user confirms.
 */
export function GroceriesSheet({ sub, shopping, days, onClose }: Props) {
  const { meals: text, common } = useText();
  const board = useSource(boardSource, {});
  const groceries = useSource(groceriesSource, {});
  const { groceryListName } = useHousehold();
  const all = board.data?.sections.flatMap((section) => section.lists);
  const found = all && findGroceryList(all, groceryListName);
  const groceryList = useSource(listSource, found ? { id: found.id } : null);
  const list = found ? groceryList.data : found;
  const system = useDisplay()?.amounts ?? "written";
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [run, setRun] = useState<{ id: string; done: ShoppingResult } | null>(null);
  const plan = useMemo(
    () =>
      list === undefined || !groceries.data
        ? undefined
        : preview(shopping, { list, groceries: groceries.data }, system),
    [shopping, list, groceries.data, system],
  );
  const failed = [board, groceryList, groceries].find((each) => each.error);
  const isChosen = (line: ShoppingLine) => isNeeded(line) !== turned.has(line.key);
  const chosen = plan?.lines.filter(isChosen) ?? [];

  const add = async () => {
    if (!plan || chosen.length === 0 || isBusy) return;
    setBusy(true);
    const leaveOut = plan.lines.filter((line) => isNeeded(line) && !isChosen(line)).map(({ key }) => key);
    const include = chosen.filter((line) => !isNeeded(line)).map(({ key }) => key);
    const message = text.addedCount(chosen.length);
    const isOnline = isConnected.get();
    const variables = { order: orderOf(shopping, leaveOut, include), lines: chosen };
    const handle = perform(shopForMeals, variables, { message: isOnline ? null : message });
    try {
      const sent = await waitForResponse(handle.done, patienceMs);
      if (sent) return setRun({ id: handle.id, done: sent.answer });
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
    if (run) await undoWrite(run.id);
  };

  if (run) return <GroceriesAdded sub={sub} run={run.done} onUndo={undo} onClose={onClose} />;
  const bare = recipesOf(shopping).filter(({ ingredients }) => ingredients.length === 0);
  const hasNone = bare.length === recipesOf(shopping).length;
  const turn = (key: string) => {
    const next = new Set(turned);
    if (!next.delete(key)) next.add(key);
    setTurned(next);
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.groceriesTitle}
      sub={sub}
      onSubmit={() => void add()}
      footer={
        plan &&
        plan.lines.length > 0 && (
          <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button type="submit" variant="primary" busy={isBusy} disabled={chosen.length === 0}>
              {text.addCount(chosen.length)}
            </Button>
          </>
        )
      }
    >
      <Loaded
        read={{ data: plan, error: failed?.error ?? null, refetch: () => failed?.refetch() }}
        count={5}
        height="2.75rem"
        needsServer
      />
      {days && shopping.kind === "week" && <DayChips all={days.all} chosen={shopping.days} onChange={days.onChange} />}
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
      {plan && !hasNone && !plan.lines.some(isNeeded) && (
        <p className="meals-success">
          <CircleCheck /> {text.nothingToAdd}
        </p>
      )}
      {plan && <Lines lines={plan.lines} shopping={shopping} isChosen={isChosen} onTurn={turn} />}
      {plan && !hasNone && bare.length > 0 && (
        <p className="soft">{text.without(formatNames([...new Set(bare.map(({ name }) => name))]))}</p>
      )}
      {plan?.listId && !plan.lines.some(isNeeded) && <ListLink id={plan.listId} />}
    </Sheet>
  );
}

function isNeeded({ state }: ShoppingLine): boolean {
  return state === "added" || state === "raised";
}

function recipesOf(shopping: Shopping) {
  if (shopping.kind === "recipe") return [shopping.recipe];
  return shopping.meals.filter(({ quick, date }) => !quick && shopping.days.includes(date)).map(({ recipe }) => recipe);
}

function DayChips(props: { all: readonly string[]; chosen: readonly string[]; onChange: (days: string[]) => void }) {
  const { meals: text } = useText();
  const { all, chosen, onChange } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of the lines
    <div role="group" className="chips meals-which-days" aria-label={text.whichDays}>
      {all.map((day) => (
        <ChipButton
          key={day}
          centered
          pressed={chosen.includes(day)}
          onClick={() => onChange(all.filter((each) => (each === day) !== chosen.includes(each)))}
        >
          {formatDay(day, "weekday")}
        </ChipButton>
      ))}
    </div>
  );
}

function GroceriesAdded(props: { sub: string; run: ShoppingResult; onUndo: () => void; onClose: () => void }) {
  const { meals: text, common } = useText();
  const { added, raised, listId } = props.run;
  const isNothing = added + raised === 0;
  return (
    <Sheet
      open
      onClose={props.onClose}
      size="s"
      title={text.groceriesTitle}
      sub={props.sub}
      footer={
        <>
          {!isNothing && <Button onClick={props.onUndo}>{common.undo}</Button>}
          <Button onClick={props.onClose}>{common.done}</Button>
          {listId !== null && <ListLink id={listId} />}
        </>
      }
    >
      <p className="meals-success" role="status">
        <CircleCheck />
        <span>{isNothing ? text.nothingToAdd : text.addedAndRaised(added, raised)}</span>
      </p>
    </Sheet>
  );
}

function ListLink({ id }: { id: string }) {
  const { meals: text } = useText();
  return (
    <Link href={addressOf({ type: "list", id })} className={buttonClass("primary")}>
      {text.openList}
    </Link>
  );
}

type LinesProps = {
  lines: readonly ShoppingLine[];
  shopping: Shopping;
  isChosen: (line: ShoppingLine) => boolean;
  onTurn: (key: string) => void;
};

function Lines({ lines, ...rest }: LinesProps) {
  const { meals: text } = useText();
  const groups = [
    { id: "meals-to-add", title: text.toAdd, lines: lines.filter(isNeeded) },
    { id: "meals-there", title: text.thereAlready, lines: lines.filter(({ state }) => state === "there") },
    { id: "meals-staples", title: text.haveIt, lines: lines.filter(({ state }) => state === "staple") },
  ];
  return (
    <>
      {groups.map(
        (group) =>
          group.lines.length > 0 && (
            <section key={group.id} className="meals-lines" aria-labelledby={group.id}>
              <h3 id={group.id}>{group.title}</h3>
              {group.lines.map((line) => (
                <Line key={line.key} line={line} {...rest} />
              ))}
            </section>
          ),
      )}
    </>
  );
}

function Line({ line, shopping, isChosen, onTurn }: { line: ShoppingLine } & Omit<LinesProps, "lines">) {
  const { meals: text } = useText();
  const { key, food, state, was } = line;
  const isStaple = state === "staple";
  const keep = () => perform(setStaple, { text: line.needs[0]?.line ?? line.text, food, staple: !isStaple });
  const hints = [was !== null && was !== line.text ? text.nowThere(was) : "", purposeOf(line, shopping)];
  return (
    <div className="meals-line">
      <Checkbox
        square
        checked={isChosen(line)}
        onChange={() => onTurn(key)}
        label={line.text}
        hint={hints.filter(Boolean).join(" · ")}
      />
      <Menu
        label={text.moreFor(line.text)}
        items={[{ label: isStaple ? text.noStaple : text.alwaysHaveIt, icon: <House />, onSelect: keep }]}
      />
    </div>
  );
}

/** Formats the names and days of the meals that need a grocery: “Lasagne, Tue · Soup, Thu”. */
function purposeOf({ needs }: ShoppingLine, shopping: Shopping): string {
  const names = new Map(recipesOf(shopping).map(({ id, name }) => [id, name]));
  const purposes = needs.map(({ recipeId, mealId, date }) => {
    const name = names.get(recipeId) ?? "";
    return mealId === null || name === "" ? name : `${name}, ${formatDay(date, "weekday")}`;
  });
  return [...new Set(purposes.filter(Boolean))].join(" · ");
}
