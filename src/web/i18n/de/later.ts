/** German texts of the screens besides Today. */
export { activity } from "./activity.ts";
export { calendar } from "./calendar.ts";
export { checkInScreen } from "./check-in-screen.ts";
export { choreBoard } from "./chore-board.ts";
export { lists } from "./lists.ts";
export { meals } from "./meals.ts";
export { recipes } from "./recipes.ts";
export { repeat } from "./recurrence.ts";
export { search } from "./search.ts";
export { settings } from "./settings.ts";
export { taskScreen } from "./task-screen.ts";
export { wall } from "./wall.ts";
