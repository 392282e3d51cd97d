import { createRecipe } from "#kitchen/recipes/store.ts";
import type { DemoContext, DemoStep } from "./steps.ts";

type DemoRecipe = {
  readonly name: string;
  readonly emoji: string;
  readonly by: string;
  readonly hoursAgo: number;
  readonly prepMinutes: number;
  readonly ingredients: string[];
  readonly instructions: string;
};

const demoRecipes: readonly DemoRecipe[] = [
  {
    name: "Spinach lasagne",
    emoji: "🍝",
    by: "Anna",
    hoursAgo: 67.2,
    prepMinutes: 80,
    ingredients: [
      "Lasagne sheets",
      "Spinach",
      "Ricotta",
      "Tinned tomatoes",
      "Onions",
      "Garlic",
      "Mozzarella",
      "Nutmeg",
    ],
    instructions:
      "Soften onions and garlic, add the tomatoes and let them thicken. Stir the wilted spinach into the ricotta with nutmeg.\n" +
      "Layer sauce, sheets and ricotta twice, mozzarella on top. 35 minutes at 190 °C, then ten minutes' rest, whatever Leo says.",
  },
  {
    name: "Lemon lentil soup",
    emoji: "🍋",
    by: "Anna",
    hoursAgo: 67.1,
    prepMinutes: 35,
    ingredients: ["Red lentils", "Carrots", "Onions", "Cumin", "Vegetable stock", "Lemons", "Parsley"],
    instructions:
      "Fry onion, carrot and a spoon of cumin. Add lentils and stock, simmer for 20 minutes and blend half of it.\n" +
      "Juice of a lemon at the very end. Freezes well: make the big pot.",
  },
  {
    name: "Sunday roast chicken",
    emoji: "🍗",
    by: "Ben",
    hoursAgo: 66.5,
    prepMinutes: 100,
    ingredients: ["1 chicken", "Potatoes", "Carrots", "Lemons", "Thyme", "Butter", "Garlic"],
    instructions:
      "Butter and thyme under the skin, half a lemon inside. Potatoes and carrots around it.\n" +
      "20 minutes at 220 °C, an hour at 180 °C. Keep the bones for stock.",
  },
  {
    name: "Fried rice with everything",
    emoji: "🍚",
    by: "Ben",
    hoursAgo: 66.4,
    prepMinutes: 25,
    ingredients: ["Rice", "Eggs", "Frozen peas", "Spring onions", "Carrots", "Soy sauce", "Sesame oil", "Ginger"],
    instructions:
      "Cook the rice the evening before. Hot pan: ginger and vegetables, then the rice, soy sauce and sesame oil.\n" +
      "Push it all aside, scramble the eggs in the gap and stir them in.",
  },
  {
    name: "Overnight oats",
    emoji: "🥣",
    by: "Anna",
    hoursAgo: 61,
    prepMinutes: 10,
    ingredients: ["Rolled oats", "Oat milk", "Yoghurt", "Chia seeds", "Frozen raspberries"],
    instructions: "Stir everything but the raspberries in jars, raspberries on top, into the fridge before bed.",
  },
  {
    name: "Saturday pancakes",
    emoji: "🥞",
    by: "Mia",
    hoursAgo: 60,
    prepMinutes: 25,
    ingredients: ["Flour", "Eggs", "Milk", "Baking powder", "Butter", "Maple syrup", "Blueberries"],
    instructions:
      "Whisk eggs and milk, then the dry things, and wait ten minutes. Small ones turn more easily.\nThe first one is the cook's.",
  },
  {
    name: "Pizza night",
    emoji: "🍕",
    by: "Leo",
    hoursAgo: 59.5,
    prepMinutes: 50,
    ingredients: ["Flour", "Yeast", "Tinned tomatoes", "Mozzarella", "Olives", "Mushrooms", "Sweetcorn", "Basil"],
    instructions:
      "Dough first, it needs an hour by the heater. Everybody tops their own.\nAs hot as the oven goes, 9 minutes. NO olives on mine.",
  },
  {
    name: "Fish fingers from scratch",
    emoji: "🐟",
    by: "Ben",
    hoursAgo: 47.5,
    prepMinutes: 40,
    ingredients: ["Cod fillets", "Breadcrumbs", "Eggs", "Flour", "Potatoes", "Frozen peas", "Lemons"],
    instructions:
      "Cut the fish into fingers; flour, egg, crumbs, in that order. Bake with a little oil at 210 °C, turning once.\n" +
      "Mash and peas beside it.",
  },
  {
    name: "Chickpea curry",
    emoji: "🍛",
    by: "Anna",
    hoursAgo: 41,
    prepMinutes: 35,
    ingredients: ["Chickpeas", "Coconut milk", "Tinned tomatoes", "Onions", "Ginger", "Garlic", "Curry powder", "Rice"],
    instructions:
      "Onion, ginger, garlic and curry powder until the kitchen smells of it. Tomatoes, coconut milk and chickpeas, 20 minutes.\n" +
      "Take the children's portions out before the chilli.",
  },
  {
    name: "Rainbow wraps",
    emoji: "🌯",
    by: "Mia",
    hoursAgo: 31,
    prepMinutes: 20,
    ingredients: ["Tortillas", "Hummus", "Peppers", "Carrots", "Cucumber", "Red cabbage", "Feta"],
    instructions: "One bowl for each colour. Hummus first, then not too much of anything, or it will not close.",
  },
  {
    name: "Apple and cheese plate",
    emoji: "🍎",
    by: "Leo",
    hoursAgo: 30.5,
    prepMinutes: 5,
    ingredients: ["Apples", "Cheddar", "Crackers", "Grapes"],
    instructions: "Apples in boats. Cheese in cubes. Flags if there are any.",
  },
  {
    name: "Banana bread",
    emoji: "🍌",
    by: "Ben",
    hoursAgo: 8,
    prepMinutes: 70,
    ingredients: ["Bananas", "Flour", "Eggs", "Brown sugar", "Butter", "Baking powder", "Walnuts"],
    instructions:
      "Mash three bananas that nobody would eat any more, beat in the rest, walnuts last. 55 minutes at 175 °C.\n" +
      "Better on the second day, not that it ever sees one.",
  },
];

const sunday = 7;

/** Age in hours from which a recipe may be in this week's meal plan. Such a recipe was added before the week began. */
const oldHours = 20;

export function recipeSteps(demo: DemoContext): DemoStep[] {
  const latestAt = (index: number) => demo.at(demo.daysTo(sunday, -1), `17:${String(3 * index).padStart(2, "0")}`);
  return demoRecipes.map(({ by, hoursAgo, ...recipe }, index) => ({
    at: hoursAgo < oldHours ? demo.hoursAgo(hoursAgo) : demo.earlier(demo.hoursAgo(hoursAgo), latestAt(index)),
    run: (at) => {
      createRecipe(demo.as(by, at), recipe);
    },
  }));
}
