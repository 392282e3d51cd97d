/** What lies over the calendar, fetched apart from it. */
import { lazy } from "react";
import { loadPart } from "../shell.ts";

const layer = () => import("./event-layer.tsx").then(({ EventLayer }) => ({ default: EventLayer }));
const series = () => import("./series-dialog.tsx").then(({ SeriesDialog }) => ({ default: SeriesDialog }));

/** An event to read or to write. */
export const LazyLayer = lazy(() => loadPart(layer));
/** How much of a series is meant. */
export const LazySeries = lazy(() => loadPart(series));

/** Fetches both, and the engine of the next dates, once the calendar is there: they open at once then, without the server too. */
export function fetchSheets(): void {
  for (const fetched of [layer, series, () => import("./rule-dates.ts")]) void fetched().catch(() => {});
}
