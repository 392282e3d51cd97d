import { createRecipe } from "#kitchen/recipes/store.ts";
import type { DemoContext, DemoStep } from "./steps.ts";

/** A recipe. The ingredients are separated by commas. */
type DemoRecipe = readonly [
  name: string,
  emoji: string,
  added: readonly [by: string, hoursAgo: number],
  prepMinutes: number,
  ingredients: string,
  instructions: string,
];

const demoRecipes: readonly DemoRecipe[] = [
  [
    "Spinach lasagne",
    "🍝",
    ["Anna", 67.2],
    80,
    "Lasagne sheets, Spinach, Ricotta, Tinned tomatoes, Onions, Garlic, Mozzarella, Nutmeg",
    "Soften onions and garlic, add the tomatoes and let them thicken. Stir the wilted spinach into the ricotta with nutmeg.\n" +
      "Layer sauce, sheets and ricotta twice, mozzarella on top. 35 minutes at 190 °C, then ten minutes' rest, whatever Leo says.",
  ],
  [
    "Lemon lentil soup",
    "🍋",
    ["Anna", 67.1],
    35,
    "Red lentils, Carrots, Onions, Cumin, Vegetable stock, Lemons, Parsley",
    "Fry onion, carrot and a spoon of cumin. Add lentils and stock, simmer for 20 minutes and blend half of it.\n" +
      "Juice of a lemon at the very end. Freezes well: make the big pot.",
  ],
  [
    "Sunday roast chicken",
    "🍗",
    ["Ben", 66.5],
    100,
    "1 chicken, Potatoes, Carrots, Lemons, Thyme, Butter, Garlic",
    "Butter and thyme under the skin, half a lemon inside. Potatoes and carrots around it.\n" +
      "20 minutes at 220 °C, an hour at 180 °C. Keep the bones for stock.",
  ],
  [
    "Fried rice with everything",
    "🍚",
    ["Ben", 66.4],
    25,
    "Rice, Eggs, Frozen peas, Spring onions, Carrots, Soy sauce, Sesame oil, Ginger",
    "Cook the rice the evening before. Hot pan: ginger and vegetables, then the rice, soy sauce and sesame oil.\n" +
      "Push it all aside, scramble the eggs in the gap and stir them in.",
  ],
  [
    "Overnight oats",
    "🥣",
    ["Anna", 61],
    10,
    "Rolled oats, Oat milk, Yoghurt, Chia seeds, Frozen raspberries",
    "Stir everything but the raspberries in jars, raspberries on top, into the fridge before bed.",
  ],
  [
    "Saturday pancakes",
    "🥞",
    ["Mia", 60],
    25,
    "Flour, Eggs, Milk, Baking powder, Butter, Maple syrup, Blueberries",
    "Whisk eggs and milk, then the dry things, and wait ten minutes. Small ones turn more easily.\nThe first one is the cook's.",
  ],
  [
    "Pizza night",
    "🍕",
    ["Leo", 59.5],
    50,
    "Flour, Yeast, Tinned tomatoes, Mozzarella, Olives, Mushrooms, Sweetcorn, Basil",
    "Dough first, it needs an hour by the heater. Everybody tops their own.\nAs hot as the oven goes, 9 minutes. NO olives on mine.",
  ],
  [
    "Fish fingers from scratch",
    "🐟",
    ["Ben", 47.5],
    40,
    "Cod fillets, Breadcrumbs, Eggs, Flour, Potatoes, Frozen peas, Lemons",
    "Cut the fish into fingers; flour, egg, crumbs, in that order. Bake with a little oil at 210 °C, turning once.\n" +
      "Mash and peas beside it.",
  ],
  [
    "Chickpea curry",
    "🍛",
    ["Anna", 41],
    35,
    "Chickpeas, Coconut milk, Tinned tomatoes, Onions, Ginger, Garlic, Curry powder, Rice",
    "Onion, ginger, garlic and curry powder until the kitchen smells of it. Tomatoes, coconut milk and chickpeas, 20 minutes.\n" +
      "Take the children's portions out before the chilli.",
  ],
  [
    "Rainbow wraps",
    "🌯",
    ["Mia", 31],
    20,
    "Tortillas, Hummus, Peppers, Carrots, Cucumber, Red cabbage, Feta",
    "One bowl for each colour. Hummus first, then not too much of anything, or it will not close.",
  ],
  [
    "Apple and cheese plate",
    "🍎",
    ["Leo", 30.5],
    5,
    "Apples, Cheddar, Crackers, Grapes",
    "Apples in boats. Cheese in cubes. Flags if there are any.",
  ],
  [
    "Banana bread",
    "🍌",
    ["Ben", 8],
    70,
    "Bananas, Flour, Eggs, Brown sugar, Butter, Baking powder, Walnuts",
    "Mash three bananas that nobody would eat any more, beat in the rest, walnuts last. 55 minutes at 175 °C.\n" +
      "Better on the second day, not that it ever sees one.",
  ],
];

const sunday = 7;

/** Age in hours from which a recipe may be in this week's meal plan. Such a recipe was added before the week began. */
const oldHours = 20;

export function recipeSteps(demo: DemoContext): DemoStep[] {
  const latestAt = (index: number) => demo.at(demo.daysTo(sunday, -1), `17:${String(3 * index).padStart(2, "0")}`);
  return demoRecipes.map(([name, emoji, [by, hoursAgo], prepMinutes, ingredients, instructions], index) => {
    const added = demo.hoursAgo(hoursAgo);
    const at = hoursAgo < oldHours ? added : demo.earlier(added, latestAt(index));
    const recipe = { name, emoji, prepMinutes, ingredients: ingredients.split(", "), instructions };
    return demo.step(at, by, (work) => createRecipe(work, recipe));
  });
}
