import { number, plural } from "../locale.ts";

const inMinutes = (minutes: number) => {
  if (minutes < 60) return `in ${number(minutes)} min`;
  const rest = minutes % 60;
  return `in ${number(Math.floor(minutes / 60))} h${rest === 0 ? "" : ` ${number(rest)} min`}`;
};

const called = (name: string | null) => (name === null ? "" : `, ${name}`);

export const today = {
  minutes: (minutes: number) => `${number(minutes)} min`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${number(hours)} h` : `${number(hours)} h ${number(minutes)} min`,
  cooks: (name: string) => `${name} cooks`,
  greetings: {
    morning: (name: string | null) => `Good morning${called(name)}`,
    afternoon: (name: string | null) => `Good afternoon${called(name)}`,
    evening: (name: string | null) => `Good evening${called(name)}`,
    night: (name: string | null) => `Still up${called(name)}?`,
  },
  left: (count: number) => (count === 0 ? "all done" : plural(count, { one: "# thing left", other: "# things left" })),
  wholeDay: "today",
  soon: inMinutes,
  nextIn: (minutes: number) => `Next · ${inMinutes(minutes)}`,
  more: (count: number) => `${number(count)} more`,
  doneAndPast: (done: number, past: number) =>
    [done > 0 && `${number(done)} done`, past > 0 && `${number(past)} past`].filter(Boolean).join(", "),
  allDoneForNow: "All done for now",
  nextDinner: (time: string) => `Next: dinner at ${time}`,
  orLeaveIt: "Plan something, or keep it free.",
  weekMeals: "The week’s meals",
  others: "The others",
  othersIdle: "The others have nothing on.",
  of: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  open: (count: number) => `${number(count)} open`,
  tasksDue: (count: number) => plural(count, { one: "# task due", other: "# tasks due" }),
  add: "What’s new?",
  busy: "Busy",
  now: "Now",
  allDay: "all day",
  until: (time: string) => `to ${time}`,
  nothingOn: "Nothing on today.",
  nothingPlanned: "Nothing planned yet.",
  nothingDue: "Nothing due. 🌿",
  noChores: "No chores today.",
  signInAgain: (names: string) => `Wants signing in again: ${names}`,
  silent: (names: string) => `Not heard from lately: ${names}`,
  dinner: "Tonight’s dinner",
  noDinner: "Nothing planned for tonight.",
  planDinner: "Plan dinner",
  askedAt: (time: string, name: string) => `${time}: ${name}`,
  answerAs: (person: string, name: string) => `${person} answers: ${name}`,
  whoAreYou: "Who are you?",
  whoDidIt: "Who did it?",
  onlyFor: (names: string) => `Only ${names} or a grown-up can tick this one.`,
  steps: {
    title: "A good place to begin",
    hint: "Everything that you add shows up here, on the day that it is for.",
    event: { title: "Put something in the calendar", hint: "School, football, the dentist" },
    task: { title: "Add a task", hint: "Whatever somebody must not forget" },
    chore: { title: "Share a chore", hint: "Who does what, on which days, for how many stars" },
    member: { title: "Bring in your family", hint: "Each with a colour and a face" },
  },
};

export const tasks = {
  added: (label: string) => `Added “${label}”`,
  priority: "Priority",
  hasNotes: "Has notes",
  changed: (label: string) => `Changed “${label}”`,
  completed: (label: string) => `Done: “${label}”`,
  reopened: (label: string) => `Open again: “${label}”`,
  deleted: (label: string) => `Deleted “${label}”`,
};

export const chores = {
  ticked: (name: string) => `Done: ${name}`,
  reopened: (name: string) => `Not done yet: ${name}`,
  stars: (count: number) => plural(count, { one: "# star", other: "# stars" }),
  isDone: "done",
  isOpen: "not done yet",
  wasDone: (name: string) => `“${name}” was done already: somebody was quicker.`,
  anyone: "Anyone",
  doneOf: (done: number, total: number) => `${number(done)} of ${number(total)} done`,
  progress: (name: string, done: number, total: number) => `${name}: ${number(done)} of ${number(total)} done`,
  allDone: "All done!",
  since: (day: string) => `since ${day}`,
  next: (name: string) => `then ${name}`,
  doneBy: (name: string) => `${name} did it`,
  stoodIn: (name: string) => `${name} stood in`,
  added: (name: string) => `New chore: ${name}`,
  changed: (name: string) => `Changed: ${name}`,
  paused: (name: string) => `Paused: ${name}`,
  resumed: (name: string) => `Goes on: ${name}`,
  deleted: (name: string) => `Deleted: ${name}. The stars stay.`,
};

export const checkIns = {
  /**
   * Translations of the names and questions of the server's preset check-ins. Null if the server's texts are in this
   * language.
   */
  presetWords: null as Readonly<Record<string, string>> | null,
  title: "Check-in",
  answered: "Thank you for answering",
  answer: "That’s my answer",
  change: "Change my answer",
  pickOne: "Pick a face first.",
  note: "Anything to add?",
  noteHint: "Only if you like. You and the grown-ups can read it.",
};
