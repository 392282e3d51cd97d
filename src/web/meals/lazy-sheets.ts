/** The sheets of the plan that recipes open, too; fetched when they are first wanted. */
import { lazy } from "react";

/** See plan-sheet.tsx. */
export const PlanSheet = lazy(() => import("./plan-sheet.tsx").then((file) => ({ default: file.PlanSheet })));
/** See groceries-sheet.tsx. */
export const GroceriesSheet = lazy(() =>
  import("./groceries-sheet.tsx").then((file) => ({ default: file.GroceriesSheet })),
);
