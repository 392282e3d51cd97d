export const plural = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

type Counts = {
  readonly events: number;
  readonly tasks: number;
  /** Number of overdue tasks. */
  readonly overdue: number;
  readonly chores: number;
  readonly items: number;
};
type Question = { readonly presetKey: string; readonly name: string; readonly question: string };

/**
 * Text with a time and a title. `own` puts the time first (“In 5 min: Dentist”). `named` puts it last (“Dentist in 5
 * min”), for texts that begin with the names of other members.
 */
type When = { readonly own: (title: string) => string; readonly named: (title: string) => string };

export const lead = (before: string, after: string): When => ({
  own: (title) => `${before}: ${title}`,
  named: (title) => `${title} ${after}`,
});

/** Texts of notices in English. If a key is missing in German, the code does not compile. */
export const en = {
  /** Locale with a 24-hour clock. The server does not know the reader's country. */
  locale: "en-GB",
  event: {
    inMinutes: (minutes: number): When => lead(`In ${minutes} min`, `in ${minutes} min`),
    inHours: (hours: number, minutes: number): When => {
      const span = minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
      return lead(`In ${span}`, `in ${span}`);
    },
    now: lead("Now", "now") as When,
    today: lead("Today", "today") as When,
    tomorrow: lead("Tomorrow", "tomorrow") as When,
    on: (date: string): When => lead(date, `on ${date}`),
    began: (time: string): When => lead(`Began at ${time}`, `began at ${time}`),
    beganOn: (date: string): When => lead(`Began on ${date}`, `began on ${date}`),
    was: (time: string): When => lead(`Was at ${time}`, `was at ${time}`),
    wasOn: (date: string): When => lead(`Was on ${date}`, `was on ${date}`),
  },
  busy: "Busy",
  task: {
    today: (label: string) => `Due today: ${label}`,
    on: (date: string, label: string) => `Due on ${date}: ${label}`,
  },
  chore: {
    due: (name: string) => `Chore: ${name}`,
    yourTurn: (name: string) => `Your turn: ${name}`,
    namedTurn: (names: string, name: string) => `${names}’s turn: ${name}`,
  },
  checkIn: {
    question: ({ question }: Question): string => question,
    name: ({ name }: Question): string => name,
  },
  item: { due: (time: string, content: string) => `Due at ${time}: ${content}` },
  summary: {
    today: "Today",
    parts: ({ events, tasks, overdue, chores, items }: Counts): string[] => [
      events > 0 ? plural(events, "event", "events") : "",
      tasks > 0 ? plural(tasks, "task", "tasks") + (overdue > 0 ? ` (${overdue} overdue)` : "") : "",
      chores > 0 ? plural(chores, "chore", "chores") : "",
      items > 0 ? plural(items, "list item", "list items") : "",
    ],
  },
  change: {
    taskAssigned: (by: string, label: string) => `New task from ${by}: ${label}`,
    taskDue: (moment: string) => `by ${moment}`,
    eventNamed: (by: string, title: string) => `${by} added you: ${title}`,
    listChanged: (by: string, list: string, count: number) => `${plural(count, "change", "changes")} by ${by}: ${list}`,
  },
  system: {
    backupFailed: "The last backup failed",
    channelOff: (label: string) => `No more notifications here: ${label}`,
    keyExpires: (date: string, name: string) => `API key expires on ${date}: ${name}`,
  },
  digest: {
    catch_up: "While Inglenook was off",
    quiet: "In your quiet hours",
    burst: "Many at once",
    reminders: (count: number) => plural(count, "reminder", "reminders"),
    missed: "Missed:",
    more: (count: number) => `and ${count} more`,
  },
  /** Text for a lock screen that must not show any details. */
  hidden: "Reminder",
  actions: {
    done: "Done",
    snooze: (minutes: number) =>
      minutes % 60 === 0 ? `In ${plural(minutes / 60, "hour", "hours")}` : `In ${minutes} min`,
  },
  results: {
    done: (what: string) => `Done: ${what}`,
    snoozed: (time: string, what: string) => `Again at ${time}: ${what}`,
    dismissed: (what: string) => `Dismissed: ${what}`,
    hidden: { done: "Done", snoozed: "It will ring again", dismissed: "Dismissed" },
  },
};

export type NoticeTexts = typeof en;
