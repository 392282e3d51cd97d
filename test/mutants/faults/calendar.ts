/** Faults of the calendar, of what repeats, of paper, and of the first load. */
import type { Mutant } from "../mutant.ts";

const views = ["test/browser/calendar/views.test.ts"];
const events = ["test/browser/calendar/events.test.ts"];
const drags = ["test/browser/calendar/drags.test.ts"];
const series = ["test/browser/calendar/series.test.ts"];
const writing = ["test/browser/calendar/writing.test.ts"];
const print = ["test/browser/print.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "A reload forgets the calendar’s view",
    file: "src/web/features/calendar/model/settings.ts",
    find: '  setPreference("calendar-view", next);\n',
    replace: "",
    tests: views,
  },
  {
    fault: "The calendar’s filter hides what is for everybody",
    file: "src/web/features/calendar/screen.tsx",
    find: "concerning(events ?? none, chosen)",
    replace:
      "concerning(events ?? none, chosen).filter(({ event }) => chosen.memberIds.length === 0 || !event.isGeneral)",
    tests: views,
  },
  {
    fault: "The number of further events opens the first day of the week",
    file: "src/web/features/calendar/month/month-view.tsx",
    find: "gridRow: rows + 1 }}\n            onClick={() => openDay(day)}",
    replace: 'gridRow: rows + 1 }}\n            onClick={() => openDay(days[0] ?? "")}',
    tests: views,
  },
  {
    fault: "The calendar shows the times of the browser’s time zone",
    file: "src/web/features/calendar/model/occurrence.ts",
    find: "span: toSpan(event, timeZone)",
    replace: "span: toSpan(event, Intl.DateTimeFormat().resolvedOptions().timeZone)",
    tests: views,
  },
  {
    fault: "The agenda does not load later months",
    file: "src/web/features/calendar/agenda/agenda-view.tsx",
    find: "from, to: addMonths(to, 1) }));\n  useKeptScroll",
    replace: "from, to }));\n  useKeptScroll",
    tests: views,
  },
  {
    fault: "The calendar ignores that the week begins today",
    file: "src/web/features/calendar/screen.tsx",
    find: "display?.weekStartsToday ?? false",
    replace: "false",
    tests: views,
  },
  {
    fault: "A reload forgets that times have 12 hours",
    file: "src/web/forms/format-fields.tsx",
    find: "  setPreference(name, next);\n",
    replace: "",
    tests: views,
  },
  {
    fault: "A series is a line of each day of the week on a phone",
    file: "src/web/features/calendar/model/week-days.ts",
    find: "?.days.length ?? 0) >= minDaysOnce",
    replace: "?.days.length ?? 0) > 7",
    tests: ["test/web/calendar-week.test.ts"],
  },
  {
    fault: "Messages about a created event do not say when it is",
    file: "src/web/features/calendar/model/writes.ts",
    find: "toasts.added(event.title, formatWhen(toSpan({ allDay: false, ...event }, timeZone), text))",
    replace: 'toasts.added(event.title, "")',
    tests: writing,
  },
  {
    fault: "A tap on a free hour does nothing",
    file: "src/web/features/calendar/grid/use-gestures.ts",
    find: "else if (!actions.isReadOnly) actions.openNew(hourAt(spot)",
    replace: "else if (isMouse && !actions.isReadOnly) actions.openNew(hourAt(spot)",
    tests: drags,
  },
  {
    fault: "A press on a control leaves the event open",
    file: "src/web/features/calendar/edit/event-sheet.tsx",
    find: "=== null && place.drop()",
    replace: "=== undefined && place.drop()",
    tests: events,
  },
  {
    fault: "The form of an event does not give the focus back to the event",
    file: "src/web/features/calendar/edit/event-sheet.tsx",
    find: "    anchor?.()?.focus({ preventScroll: true });\n",
    replace: "",
    tests: events,
  },
  {
    fault: "A short event shows the faces of all its people",
    file: "src/web/features/calendar/grid/event.css",
    find: "  .calendar-event-location,\n    .calendar-event-inside .avatar:not(:first-child) {",
    replace: "  .calendar-event-location {",
    tests: events,
  },
  {
    fault: "A drag of the end of an event moves the event",
    file: "src/web/features/calendar/grid/event-block.tsx",
    find: 'hasGrip && <span data-grip="end" />',
    replace: 'hasGrip && <span data-grip="move" />',
    tests: drags,
  },
  {
    fault: "A new event that is drawn in a column is for everybody",
    file: "src/web/features/calendar/grid/use-gestures.ts",
    find: "const memberIds = from.who ? [from.who] : [];",
    replace: "const memberIds: string[] = [];",
    tests: drags,
  },
  {
    fault: "A swipe does not turn the calendar",
    file: "src/web/features/calendar/grid/use-gestures.ts",
    find: "  useSwipe(area, actions.turn);\n",
    replace: "",
    tests: drags,
  },
  {
    fault: "A child is asked how much of a series changes",
    file: "src/web/features/calendar/screen.tsx",
    find: "if (!event.recurring || !isAdult)",
    replace: "if (!event.recurring)",
    tests: series,
  },
  {
    fault: "The question about a series says that no changed date is kept",
    file: "src/web/features/calendar/edit/series-dialog.tsx",
    find: "exceptions.filter(isInScope).length",
    replace: "exceptions.filter(isInScope).length * 0",
    tests: series,
  },
  {
    fault: "The change of a date that somebody else has moved is lost",
    file: "src/web/features/calendar/model/following-instance.ts",
    find: "if (!isGone) throw error;",
    replace: "throw error;",
    tests: series,
  },
  {
    fault: "The form of an event names no clash",
    file: "src/web/features/calendar/edit/clash-note.tsx",
    find: "event.id !== own",
    replace: "event.id === own",
    tests: writing,
  },
  {
    fault: "A new event outside of the shown hours stays out of sight",
    file: "src/web/features/calendar/edit/edit-sheet.tsx",
    find: "    reveal(variables.id);\n",
    replace: "",
    tests: writing,
  },
  {
    fault: "A repetition ignores the first day of the household’s week",
    file: "src/web/recurrence/repeat-fields.tsx",
    find: "withWeekStart(repeat, change, weekStartsOn)",
    replace: "withWeekStart(repeat, change, 1)",
    tests: writing,
  },
  {
    fault: "The form does not name the months that lack a day",
    file: "src/web/recurrence/repeat-fields.tsx",
    find: "  const left = leftOut(repeat, day);",
    replace: "  const left = leftOut(repeat, day.slice(0, 8));",
    tests: writing,
  },
  {
    fault: "A time zone that the browser does not know is not named",
    file: "src/web/shell/household.tsx",
    find: "if (!isForeignZone(timeZone)) return",
    replace: "if (isForeignZone(timeZone)) return",
    tests: ["test/browser/unknown-zone.test.ts"],
  },
  {
    fault: "A printed month leaves out events that have no room on the screen",
    file: "src/web/features/calendar/month/room.tsx",
    find: 'setPrinted(type === "beforeprint")',
    replace: "setPrinted(false)",
    tests: print,
  },
  {
    fault: "A printed week scrolls",
    file: "src/web/styles/print.css",
    find: "    .calendar-grid,\n",
    replace: "",
    tests: print,
  },
  {
    fault: "Another screen is shown before its styles",
    file: "src/web/page/lazy.ts",
    find: 'bringText("signedOut"), loadStyles()])',
    replace: 'bringText("signedOut"), void loadStyles()])',
    tests: ["test/browser/first-load.test.ts"],
  },
];
