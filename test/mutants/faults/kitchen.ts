/** Faults of meals, groceries and recipes. */
import type { Mutant } from "../mutant.ts";

const plan = ["test/browser/meals/plan.test.ts"];
const week = ["test/browser/meals/week.test.ts"];
const meal = ["test/browser/meals/meal.test.ts"];
const groceries = ["test/browser/meals/groceries.test.ts"];
const recipes = ["test/browser/recipes/recipes.test.ts"];
const cooking = ["test/browser/recipes/cooking.test.ts"];
const imports = ["test/browser/recipes/import.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "A meal that is dropped on another one does not change places with it",
    file: "src/web/features/meals/use-meal-drag.ts",
    find: "if (other) perform(swapMeals, { a: meal, b: other });",
    replace: "if (other) perform(swapMeals, { a: other, b: other });",
    tests: plan,
  },
  {
    fault: "A dish that nobody has cooked yet cannot be planned by Enter",
    file: "src/web/features/meals/picker-sheet.tsx",
    find: "    else make();\n",
    replace: "",
    tests: plan,
  },
  {
    fault: "A swipe does not turn the plan to another week",
    file: "src/web/features/meals/week-list.tsx",
    find: "  useSwipe(section, week.turn);\n",
    replace: "",
    tests: week,
  },
  {
    fault: "The search of the picker opens the keyboard of a touch screen",
    file: "src/web/features/meals/picker-sheet.tsx",
    find: 'matchMedia("(pointer: coarse)").matches ? undefined : field',
    replace: "field",
    tests: week,
  },
  {
    fault: "Arrow keys move a meal on an upright tablet as on a wide screen",
    file: "src/web/features/meals/use-meal-drag.ts",
    find: "const step = daysAreRows ? { days: y, dropTargets: x } : { days: x, dropTargets: y };",
    replace: "const step = { days: x, dropTargets: y };",
    tests: week,
  },
  {
    fault: "A meal is saved for 0 people",
    file: "src/web/features/meals/details-sheet.tsx",
    find: "Number.isInteger(count) && count >= 1",
    replace: "Number.isInteger(count) && count >= 0",
    tests: meal,
  },
  {
    fault: "A dinner that is left empty is planned nevertheless",
    file: "src/web/features/meals/fill-sheet.tsx",
    find: "onClick={() => setChosen({ ...chosen, [date]: null })}",
    replace: "onClick={() => setChosen({ ...chosen })}",
    tests: meal,
  },
  {
    fault: "Groceries that somebody unticked are bought nevertheless",
    file: "src/web/features/meals/groceries/groceries-sheet.tsx",
    find: "plan.lines.filter((line) => isNeeded(line) && !isChosen(line)).map",
    replace: "plan.lines.filter((line) => isNeeded(line) && isChosen(line) && !isChosen(line)).map",
    tests: groceries,
  },
  {
    fault: "The groceries do not say for which meals they are",
    file: "src/web/features/meals/groceries/groceries-sheet.tsx",
    find: 'return [...new Set(purposes.filter(Boolean))].join(" · ");',
    replace: 'return purposes.length > 99 ? purposes.join(" · ") : "";',
    tests: groceries,
  },
  {
    fault: "Pasted lines stay in the field of one ingredient",
    file: "src/web/features/recipes/ingredients-editor.tsx",
    find: "    splice(index, 1, ...made);\n",
    replace: "",
    tests: recipes,
  },
  {
    fault: "The page of an archived recipe does not say that it is archived",
    file: "src/web/features/recipes/recipe-screen.tsx",
    find: "{isArchived && <p",
    replace: "{!isArchived && <p",
    tests: recipes,
  },
  {
    fault: "Keys do not change the step while cooking",
    file: "src/web/features/recipes/cook-mode.tsx",
    find: "    event.preventDefault();\n    go(by);\n",
    replace: "    event.preventDefault();\n",
    tests: cooking,
  },
  {
    fault: "Ticks of ingredients stay for more than a day",
    file: "src/web/features/recipes/ingredient-ticks.tsx",
    find: "if (ticks?.day === day) return ticks;",
    replace: "if (ticks) return { ...ticks, day };",
    tests: cooking,
  },
  {
    fault: "The divider of an imported text cannot be dragged",
    file: "src/web/features/recipes/import/split-lines.tsx",
    find: "    move(index < 0 ? lines.length : index);\n",
    replace: "",
    tests: imports,
  },
];
