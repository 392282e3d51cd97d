import { addGroceries, addGroceryItem } from "#kitchen/meals/grocery-run.ts";
import { readWeek } from "#kitchen/meals/meal-rows.store.ts";
import { createMeal, swapMeals } from "#kitchen/meals/store.ts";
import { listRecipes } from "#kitchen/recipes/store.ts";
import type { MealType } from "#lib/wire.ts";
import type { DemoContext, DemoStep } from "./steps.ts";

const [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = [1, 2, 3, 4, 5, 6, 7] as const;

/** A planned meal. It was added to the plan `hoursAgo` hours ago, but at the latest on the evening before its date. */
type Planned = readonly [by: string, hoursAgo: number, isoWeekday: number, mealType: MealType, recipe: string];

const thisWeek: readonly Planned[] = [
  ["Anna", 58, monday, "dinner", "Spinach lasagne"],
  ["Anna", 57.9, tuesday, "dinner", "Lemon lentil soup"],
  ["Ben", 57.5, wednesday, "dinner", "Fried rice with everything"],
  ["Leo", 57, friday, "dinner", "Pizza night"],
  ["Mia", 56.8, saturday, "breakfast", "Saturday pancakes"],
  ["Anna", 56, monday, "breakfast", "Overnight oats"],
  ["Anna", 55.9, wednesday, "breakfast", "Overnight oats"],
  ["Ben", 47.2, thursday, "dinner", "Fish fingers from scratch"],
  ["Anna", 40.8, saturday, "dinner", "Chickpea curry"],
  ["Ben", 40.5, sunday, "lunch", "Sunday roast chicken"],
  ["Mia", 30.2, thursday, "lunch", "Rainbow wraps"],
  ["Leo", 30.1, friday, "afternoon_snack", "Apple and cheese plate"],
  ["Anna", 29.5, friday, "dinner", "Lemon lentil soup"],
];

const nextWeek: readonly Planned[] = [
  ["Anna", 19, monday, "dinner", "Chickpea curry"],
  ["Ben", 18.7, tuesday, "dinner", "Fried rice with everything"],
  ["Anna", 18.5, wednesday, "dinner", "Lemon lentil soup"],
  ["Anna", 17.5, thursday, "dinner", "Spinach lasagne"],
  ["Leo", 16.5, friday, "dinner", "Pizza night"],
  ["Mia", 16, saturday, "breakfast", "Saturday pancakes"],
  ["Anna", 15.5, tuesday, "breakfast", "Overnight oats"],
  ["Anna", 15.4, thursday, "breakfast", "Overnight oats"],
  ["Leo", 15, wednesday, "afternoon_snack", "Apple and cheese plate"],
  ["Ben", 14.5, saturday, "dinner", "Fish fingers from scratch"],
  ["Ben", 7.8, sunday, "afternoon_snack", "Banana bread"],
  ["Mia", 2.5, sunday, "dinner", "Rainbow wraps"],
];

export function mealSteps(demo: DemoContext): DemoStep[] {
  const dateOf = (isoWeekday: number, weeksLater: number) => demo.date(demo.daysTo(isoWeekday, weeksLater));
  const nextMonday = dateOf(monday, 1);
  const planned = (weeksLater: number) => (meal: Planned) => {
    const day = demo.daysTo(meal[2], weeksLater);
    return plannedMeal(demo, meal, demo.date(day), demo.earlier(demo.hoursAgo(meal[1]), demo.at(day - 1, "19:00")));
  };
  return [
    ...thisWeek.map(planned(0)),
    ...nextWeek.map(planned(1)),
    demo.step(demo.hoursAgo(9), "Anna", (work) => addGroceries(work, { weekStart: nextMonday })),
    demo.step(demo.hoursAgo(7.5), "Ben", (work) => addGroceryItem(work, { ingredient: "Bananas" })),
    demo.step(demo.hoursAgo(4.5), "Ben", (work) => {
      const dinnerOn = (isoWeekday: number) => {
        const date = dateOf(isoWeekday, 1);
        const { meals } = readWeek(work, nextMonday);
        const dinner = meals.find((meal) => meal.date === date && meal.mealType === "dinner");
        if (!dinner) throw new Error(`The demo has no dinner on ${date}`);
        return dinner.id;
      };
      swapMeals(work, { a: dinnerOn(thursday), b: dinnerOn(tuesday) });
    }),
  ];
}

function plannedMeal(demo: DemoContext, [by, , , mealType, name]: Planned, date: string, plannedAt: Date): DemoStep {
  return demo.step(plannedAt, by, (work) => {
    const recipe = listRecipes(work).find((each) => each.name === name);
    if (!recipe) throw new Error(`The demo has no recipe ${name}`);
    createMeal(work, { date, mealType, recipeId: recipe.id });
  });
}
