import { number, plural } from "../locale.ts";

export const calendar = {
  view: "View",
  views: { day: "Day", week: "Week", month: "Month", agenda: "Agenda" },
  before: { day: "Previous day", week: "Previous week", month: "Previous month", agenda: "Previous month" },
  after: { day: "Next day", week: "Next week", month: "Next month", agenda: "Next month" },
  goToDay: "Go to a date",
  day: "Date",
  go: "Go",
  add: "New event",
  newEvent: "New event",
  resizeHelp: "With Shift, the arrow keys move its end.",
  editEvent: "Edit event",
  duplicate: "Duplicate",
  filter: "Whose events are shown",
  everybody: "All",
  columnOf: (name: string, count: number) => `${name}, ${plural(count, { one: "# event", other: "# events" })}`,
  week: (number: string) => `Week ${number}`,
  openDay: (day: string) => `Open ${day}`,
  moreOn: (count: number, day: string) => `${number(count)} more on ${day}`,
  range: (from: string, to: string) => `${from} – ${to}`,
  from: (time: string) => `from ${time}`,
  until: (time: string) => `until ${time}`,
  allDay: "All day",
  allDayShort: "All day",
  repeating: "repeats",
  nothing: "Nothing planned",
  nothingFor: (names: string) => `Nothing planned for ${names}`,
  nothingHint: "Press an hour, drag over several, or press + to add an event.",
  nothingInMonth: "Nothing planned this month",
  nothingOnDay: "Nothing planned",
  earlier: "Earlier",
  later: "Later",
  gone: "This event is no longer in the calendar",
  title: "Title",
  when: "When",
  who: "Who",
  startDay: "Starts",
  startTime: "Start time",
  endDay: "Ends",
  endTime: "End time",
  forEverybody: "Nobody chosen: it is for everybody.",
  alsoEverybody: "Also for the whole household",
  alsoEverybodyHint: "Always shown in the calendar, even when it shows only some people’s events.",
  location: "Place",
  notes: "Notes",
  source: "Where it comes from",
  busy: "Busy",
  othersPrivate: "Private. Only its owner sees more, and can change it.",
  comesFrom: (name: string) => `from ${name}`,
  followedFrom: (name: string) => `From ${name} · changed there`,
  cameFrom: (name: string) => `From ${name}`,
  lockedFrom: (name: string) => `From ${name}. It has guests or is of a special kind. Change it in ${name}.`,
  copies: "Copies in other calendars",
  copiedTo: (name: string, state: string) => `Copied to ${name}: ${state}`,
  changesFor: (name: string, state: string) => `Changes for ${name}: ${state}`,
  targets: {
    pending: "waiting to be sent",
    synced: (ago: string) => `sent ${ago}`.trim(),
    failed: (reason: string) => `failed. ${reason}`,
    not_connected: "not connected",
  },
  alsoIn: "Also in",
  isFromThere: "The event comes from there. To remove it there, delete it.",
  lostCalendar: (member: string) => `a calendar of ${member}`,
  irregular: "It repeats in a way that can’t be edited here: change it in the calendar app it came from.",
  onlySilent: (name: string) => `Only ${name}, which has not been heard from lately`,
  silent: "Not heard from lately: it may be out of date.",
  exportFile: "Export as a calendar file",
  byAgent: (name: string) => `Added by ${name}`,
  isOwn: "Only this date of the series was changed.",
  reminders: "Reminder",
  defaultReminder: (when: string | null) => (when === null ? "As usual in the household" : `As usual (${when})`),
  noReminder: "No reminder",
  addReminder: "Add another",
  ahead: (minutes: number) => {
    if (minutes === 0) return "At the start";
    if (minutes % 10_080 === 0) return `${plural(minutes / 10_080, { one: "# week", other: "# weeks" })} before`;
    if (minutes % 1_440 === 0) return `${plural(minutes / 1_440, { one: "# day", other: "# days" })} before`;
    if (minutes % 60 === 0) return `${plural(minutes / 60, { one: "# hour", other: "# hours" })} before`;
    return `${plural(minutes, { one: "# minute", other: "# minutes" })} before`;
  },
  /**
   * Text for a reminder of an all-day event. `days` is the number of days before the event. `time` is the time of day,
   * and `isEvening` is true if this time is in the evening.
   */
  aheadDays: (days: number, time: string, isEvening: boolean) => {
    if (days === 0) return "At midnight, as the day begins";
    if (days === 1) return isEvening ? `The evening before at ${time}` : `The day before at ${time}`;
    if (days === 7) return `A week before at ${time}`;
    return `${number(days)} days before at ${time}`;
  },
  /**
   * Warning that another event overlaps the event in the form. `names` lists the members who take part in both events.
   * `count` is the number of these members. `title` and `when` describe the other event.
   */
  clash: (names: string, count: number, title: string, when: string) =>
    `${names} already ${plural(count, { one: "has", other: "have" })} “${title}” (${when})`,
  moreClashes: (count: number) =>
    `and ${plural(count, { one: "# other event", other: "# other events" })} at that time`,
  repeats: "Repeats",
  series: {
    howMuch: "Which dates of the series",
    changeTitle: (title: string) => `Change “${title}”`,
    deleteTitle: (title: string) => `Delete “${title}”`,
    change: "Change",
    scopes: { this: "Only this", this_and_future: "This and later", all: "All" },
    changing: {
      this: (date: string) => `Only ${date} changes. All other dates stay as they are.`,
      this_and_future: (date: string) => `All dates from ${date} on change. Earlier ones stay as they are.`,
      all: (_: string) => "All dates change, past ones too.",
    },
    deleting: {
      this: (date: string, _: number) => `Only ${date} is left out. All other dates stay.`,
      this_and_future: (date: string, changed: number) =>
        `All dates from ${date} on go${changed > 0 ? `, with ${plural(changed, { one: "# changed date", other: "# changed dates" })}` : ""}. Earlier ones stay.`,
      all: (_: string, changed: number) =>
        `All dates go, past ones too${changed > 0 ? `, with ${plural(changed, { one: "# changed date", other: "# changed dates" })}` : ""}.`,
    },
    kept: (count: number) => {
      if (count === 0) return "";
      return plural(count, { one: "# changed date will be kept.", other: "# changed dates will be kept." });
    },
    keptWhereFitting: "Changed dates are kept where they still fall on a date of the series.",
    endsAll: "Only the first date is left, all others go.",
    endsHere: (date: string) => `It happens on ${date} and no more. Earlier dates stay.`,
  },
  toasts: {
    added: (title: string, when: string) => `Added “${title}” · ${when}`,
    moved: (title: string, when: string) => `Moved “${title}” · ${when}`,
    changed: (title: string, when: string) => `Changed “${title}” · ${when}`,
    deleted: (title: string) => `Deleted “${title}”`,
    deletedOne: (title: string) => `Left out “${title}” this once`,
  },
  errors: {
    noTitle: "Give it a title",
    long: (most: number) => `At most ${number(most)} characters`,
    year: "Choose a day between 1900 and 2200",
    endFirst: "The end must not lie before the start",
  },
};
