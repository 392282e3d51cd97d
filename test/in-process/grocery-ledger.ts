/** A simple ledger of the needs behind the items of grocery lists, independent of `src/kitchen/groceries`. */
import { expect } from "bun:test";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import type { ShoppingOrder } from "#kitchen/groceries/model.ts";
import { removeShopping, shop } from "#kitchen/groceries/shopping.ts";
import { createRecipe } from "#kitchen/recipes/store.ts";
import { runStepsToEnd } from "#lib/concurrency.ts";
import { ApiError } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import { createList } from "#lists/lists/store.ts";
import { createSection } from "#lists/sections/store.ts";
import { undoActivity } from "#overview/undo/store.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { start } from "../support/home/home.ts";
import { monday } from "../support/records/meals.ts";

export const week = Array.from({ length: 7 }, (_, day) =>
  Temporal.PlainDate.from(monday).add({ days: day }).toString(),
);
/** Grams of each food for two; null: a line without an amount. */
export const dishes: readonly Readonly<Record<string, number | null>>[] = [
  { Mehl: 500, Zucker: 100, Salz: null },
  { Mehl: 300, Reis: 200 },
  { Reis: 400, Salz: null, Zucker: 50 },
];
export const keyOf = (food: string) => `${food.toLowerCase()}|${food === "Salz" ? "-" : "g"}`;
const foodIn = (text: string) =>
  Object.keys({ ...dishes[0], ...dishes[1] }).find((food) => text.includes(food)) ?? text;

type Meal = { id: string; date: string; recipeId: string; servings: number | null };
type Block = { id: string; listId: string; content: string; done: number; type: string };
/** Needs by their source: a meal, or a recipe and a date. */
type Parts = Readonly<Record<string, number>>;
type Entry = { readonly food: string; readonly parts: Parts };
type Ledger = Map<string, Entry>;

const total = (parts: Parts) => Object.values(parts).reduce((sum, amount) => sum + amount, 0);

/** A household with three recipes and two lists, and the ledger of what its items are for. */
export class Kitchen {
  readonly recipes: string[] = [];
  readonly entries: string[] = [];
  readonly counts = { runs: 0, undone: 0, refused: 0 };
  readonly ledger: Ledger = new Map();
  readonly staples = new Set<string>();
  /** The changes of each entry of the feed in the ledger, and among the staples. */
  private readonly changes = new Map<string, { before: Ledger; after: Ledger; staples: Set<string> }>();
  private replacements = new Map<string, string>();
  private readonly recipeOf = new Map<string, string>();
  private readonly mostWanted = new Map<string, number>();
  private readonly member: Parameters<typeof asMember>[1];
  private readonly household: { id: string; timeZone: string };
  readonly lists: string[] = [];
  now = start;

  constructor(private readonly db: Db) {
    this.household = createHousehold(
      db,
      { name: "Test", timeZone: "Europe/Berlin", plan: "api", groceryListName: "Einkaufsliste" },
      start,
    );
    this.member = addMember(systemWork(db, this.household, start), { name: "Anna", role: "owner" });
    for (const dish of dishes) {
      const ingredients = Object.entries(dish).map(([food, grams]) => (grams === null ? food : `${grams} g ${food}`));
      const recipe = this.change((work) => createRecipe(work, { name: "Dish", ingredients, servings: 2 }));
      this.recipes.push(recipe?.id ?? "");
    }
    const sectionId = this.change((work) => createSection(work, { name: "Listen" }).id) ?? "";
    for (const name of ["Einkaufsliste", "Markt"]) {
      this.lists.push(this.change((work) => createList(work, { name, sectionId }).id) ?? "");
    }
    this.entries.length = 0;
  }

  /** Makes a change and records it in the ledger. Null if it was refused. */
  change<Result>(run: (work: Work) => Result, settle: (result: Result) => void = () => {}): Result | null {
    const acting = asMember(systemWork(this.db, this.household, this.now), this.member);
    const before = new Map(this.ledger);
    const staples = new Set(this.staples);
    let result: Result;
    try {
      result = transact(this.db, () => run(acting));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return null;
    }
    settle(result);
    for (const { id } of acting.recorded) {
      this.entries.push(id);
      this.changes.set(id, { before, after: new Map(this.ledger), staples });
    }
    return result;
  }

  private rows<Row>(sql: string): Row[] {
    return this.db.$client.query(sql).all(this.household.id) as Row[];
  }

  meals(): Meal[] {
    return this.rows(`SELECT id, date, recipe_id AS recipeId, servings FROM meal WHERE household_id = ?
      ORDER BY date, meal_type DESC, slot`);
  }

  blocks(): Block[] {
    return this.rows(
      "SELECT id, list_id AS listId, content, done, type FROM block WHERE household_id = ? ORDER BY position, id",
    );
  }

  stored() {
    const rows = this.rows<{ blockId: string; food: string; amount: number | null; rendered: string; needs: string }>(
      "SELECT block_id AS blockId, food, amount, rendered, needs FROM grocery_item WHERE household_id = ? ORDER BY block_id",
    );
    return new Map(rows.map((row) => [row.blockId, row]));
  }

  stateOf(id: string, blocks = this.blocks(), stored = this.stored()): "open" | "edited" | "bought" {
    const block = blocks.find((each) => each.id === id);
    if (block?.type !== "task" || block.done === 1) return "bought";
    return block.content === stored.get(id)?.rendered ? "open" : "edited";
  }

  /** The ledger as runs read it: a meal that was taken off leaves what it has to another of its recipe that has nothing. */
  private view(): Ledger {
    const meals = this.meals();
    for (const { id, recipeId } of meals) this.recipeOf.set(id, recipeId);
    const held = new Set([...this.ledger.values()].flatMap(({ parts }) => Object.keys(parts)));
    const free = meals.filter(({ id, date }) => date >= this.today && !held.has(id));
    const replacements = new Map<string, string>();
    for (const id of [...held]
      .filter((each) => !each.includes(" ") && !meals.some((meal) => meal.id === each))
      .sort()) {
      const replacement = free.find(({ recipeId }) => recipeId === this.recipeOf.get(id));
      if (!replacement) continue;
      free.splice(free.indexOf(replacement), 1);
      replacements.set(id, replacement.id);
      for (const food of Object.keys(dishes[this.recipes.indexOf(replacement.recipeId)] ?? {})) {
        const [own, other] = [`${replacement.id} ${food}`, `${id} ${food}`];
        this.mostWanted.set(own, Math.max(this.mostWanted.get(own) ?? 0, this.mostWanted.get(other) ?? 0));
      }
    }
    const renamed = ({ food, parts }: Entry): Entry => {
      const named = Object.entries(parts).map(([id, amount]) => [replacements.get(id) ?? id, amount] as const);
      return { food, parts: Object.fromEntries(named) };
    };
    const isLeft = ({ parts }: Entry) => Object.keys(parts).some((id) => replacements.has(id));
    this.replacements = replacements;
    return new Map([...this.ledger].map(([id, entry]) => [id, isLeft(entry) ? renamed(entry) : entry]));
  }

  get today(): string {
    return dateIn("Europe/Berlin", this.now);
  }

  wantedIn({ weekStart, days, recipeId, servings = 2 }: ShoppingOrder): Map<string, Map<string, number>> {
    const { today } = this;
    const sources = weekStart
      ? this.meals()
          .filter(({ date }) => week.includes(date) && (days ? days.includes(date) : date >= today))
          .map((meal) => ({ ...meal, source: meal.id }))
      : [{ recipeId: recipeId ?? "", servings, source: `${recipeId} ${today}` }];
    const wanted = new Map<string, Map<string, number>>();
    for (const each of sources) {
      const dish = dishes[this.recipes.indexOf(each.recipeId)] ?? {};
      for (const [food, grams] of Object.entries(dish)) {
        const amount = grams === null ? 1 : (grams * (each.servings ?? 2)) / 2;
        wanted.set(food, (wanted.get(food) ?? new Map()).set(each.source, amount));
        const key = `${each.source} ${food}`;
        this.mostWanted.set(key, Math.max(amount, this.mostWanted.get(key) ?? 0));
      }
    }
    return wanted;
  }

  run(order: ShoppingOrder): boolean {
    const [blocks, stored] = [this.blocks(), this.stored()];
    const wanted = this.wantedIn(order);
    const known = this.rows<{ id: string }>("SELECT id FROM list WHERE household_id = ? AND name = 'Einkaufsliste'");
    const listId = order.listId ?? known[0]?.id;
    const view = this.view();
    const items = [...view].map(([id, entry]) => ({ id, ...entry, state: this.stateOf(id, blocks, stored) }));
    const leftOut = new Set(order.leaveOut);
    const included = new Set(order.include);
    const done = this.change(
      (work) => shop(work, order),
      ({ lines }) => {
        this.counts.runs++;
        const changed = new Set<string>();
        expect(lines.length).toBe(wanted.size);
        for (const [food, sources] of wanted) {
          const line = lines.find(({ key }) => key === keyOf(food));
          const rest = (states: readonly string[]) => {
            const held = items.filter((item) => item.food === food && states.includes(item.state));
            const left = [...sources].map(([source, amount]) => {
              const sum = held.reduce((all, { parts }) => all + (parts[source] ?? 0), 0);
              return [source, Math.max(0, amount - sum)] as const;
            });
            return Object.fromEntries(left.filter(([, amount]) => amount > 0));
          };
          const open = rest(["open", "bought"]);
          const fresh = rest(["open", "bought", "edited"]);
          const own = blocks.some((block) => {
            const isOurs = this.ledger.has(block.id) && this.stateOf(block.id, blocks, stored) === "open";
            const isTask = block.listId === listId && block.type === "task" && block.done === 0;
            return isTask && !isOurs && foodIn(block.content) === food;
          });
          const isChosen = included.has(keyOf(food));
          const isNothing = Object.keys(open).length === 0;
          const isHeld = !isChosen && (Object.keys(fresh).length === 0 || own);
          const target = items
            .filter((item) => item.food === food && item.state === "open")
            .filter(({ id }) => blocks.find((block) => block.id === id)?.listId === listId)
            .sort((one, other) => (one.id < other.id ? -1 : 1))[0];
          const isStaple = !isChosen && this.staples.has(food);
          const added = target ? "raised" : "added";
          const offered = leftOut.has(keyOf(food)) ? "left_out" : isHeld ? "there" : isStaple ? "staple" : added;
          expect([food, line?.state]).toEqual([food, isNothing ? "there" : offered]);
          if (isNothing || offered !== added) continue;
          for (const [id, entry] of view) if (this.ledger.has(id) && !changed.has(id)) this.ledger.set(id, entry);
          const edited = items.filter((item) => isChosen && item.food === food && item.state === "edited");
          for (const { id, parts } of edited)
            if (Object.keys(parts).some((source) => open[source])) this.ledger.delete(id);
          const parts: Record<string, number> = { ...target?.parts };
          for (const [source, amount] of Object.entries(isChosen ? open : fresh)) {
            parts[source] = (parts[source] ?? 0) + amount;
          }
          if (target) expect(line?.blockId).toBe(target.id);
          changed.add(line?.blockId ?? "");
          this.ledger.set(line?.blockId ?? "", { food, parts });
        }
      },
    );
    return done !== null;
  }

  runTwice(order: ShoppingOrder): void {
    if (!this.run(order)) return;
    const { length } = this.entries;
    this.run({ ...order, include: [] });
    expect(this.entries.length).toBe(length);
  }

  /** Deletes or converts a block, or deletes a list. */
  drop(ids: readonly string[], run: (work: Work) => unknown): void {
    const open = this.blocks().filter(({ id, done, type }) => ids.includes(id) && done === 0 && type === "task");
    this.change(run, () => {
      for (const { id } of open) this.ledger.delete(id);
    });
  }

  takeOff(mealId: string): void {
    this.view();
    const isOwn = [...this.ledger.values()].some(({ parts }) => parts[mealId]);
    const source = isOwn
      ? mealId
      : ([...this.replacements].find(([, replacement]) => replacement === mealId)?.[0] ?? mealId);
    const ours = [...this.ledger].filter(([id, { parts }]) => this.stateOf(id) === "open" && parts[source]);
    this.change(
      (work) => removeShopping(work, mealId),
      (done) => {
        const left = ours.map(
          ([
            id,
            {
              food,
              parts: { [source]: _, ...parts },
            },
          ]) => ({ id, food, parts }),
        );
        const lowered = left.filter(({ parts }) => total(parts) > 0);
        expect(done).toEqual({ changed: lowered.length, removed: left.length - lowered.length });
        for (const { id } of left) this.ledger.delete(id);
        for (const { id, ...entry } of lowered) this.ledger.set(id, entry);
        for (const { id, parts } of left)
          if (total(parts) === 0) expect(this.blocks().some((b) => b.id === id)).toBe(false);
      },
    );
  }

  undo(entry: string): void {
    const { before, after, staples } = this.changes.get(entry) ?? {
      before: new Map(),
      after: new Map(),
      staples: null,
    };
    const undone = this.change(
      (work) => runStepsToEnd(undoActivity(work, entry, { hasScope: () => true, hasPicture: () => false })),
      () => {
        for (const id of new Set([...before.keys(), ...after.keys()])) {
          const was = before.get(id);
          if (was === after.get(id)) continue;
          if (was) this.ledger.set(id, was);
          else this.ledger.delete(id);
        }
        const food = "Salz";
        if (staples && this.rows("SELECT food FROM food_place WHERE household_id = ?").length > 0)
          this.staples.add(food);
        else this.staples.delete(food);
      },
    );
    if (undone) this.counts.undone++;
    else this.counts.refused++;
  }

  check(): void {
    const [blocks, stored] = [this.blocks(), this.stored()];
    const expected = [...this.ledger].map(([id, { food, parts }]) => [id, food.toLowerCase(), parts] as const);
    const actual = [...stored].map(([id, { food, needs }]) => {
      const parts: Record<string, number> = {};
      for (const { mealId, recipeId, date, amount } of JSON.parse(needs)) {
        const source = mealId ?? `${recipeId} ${date}`;
        parts[source] = (parts[source] ?? 0) + (amount ?? 1);
      }
      return [id, food, parts] as const;
    });
    expect(new Map(actual.map(([id, ...rest]) => [id, rest]))).toEqual(
      new Map(expected.map(([id, ...rest]) => [id, rest])),
    );
    const bought = new Map<string, number>();
    for (const [id, { food, parts }] of this.ledger) {
      const block = blocks.find((each) => each.id === id);
      if (this.stateOf(id, blocks, stored) === "open") {
        const [, figure = "", unit] = /^([\d.,]+) (k?g) /.exec(block?.content ?? "") ?? [];
        const grams = Number(figure.replace(",", ".")) * (unit === "kg" ? 1000 : 1);
        if (food === "Salz") expect(block?.content).toBe("Salz");
        else expect([block?.content, Math.round(grams)]).toEqual([block?.content, total(parts)]);
        expect(stored.get(id)?.amount ?? null).toBe(food === "Salz" ? null : total(parts));
      }
      for (const [source, amount] of Object.entries(parts)) {
        const key = `${source} ${food}`;
        bought.set(key, (bought.get(key) ?? 0) + amount);
      }
    }
    for (const [key, amount] of bought) expect(amount).toBeLessThanOrEqual(this.mostWanted.get(key) ?? 0);
  }
}
