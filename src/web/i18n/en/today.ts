import { plural } from "../plural.ts";

const called = (name: string | null) => (name === null ? "" : `, ${name}`);

export const today = {
  greetings: {
    morning: (name: string | null) => `Good morning${called(name)}`,
    afternoon: (name: string | null) => `Good afternoon${called(name)}`,
    evening: (name: string | null) => `Good evening${called(name)}`,
    night: (name: string | null) => `Still up${called(name)}?`,
  },
  whose: "Whose day",
  agenda: "What’s on",
  now: "Now",
  allDay: "all day",
  until: (time: string) => `to ${time}`,
  nothingOn: "Nothing on today.",
  nothingPlanned: "Nothing planned yet.",
  nothingDue: "Nothing due. 🌿",
  noChores: "No chores today.",
  anyone: "Anyone",
  allDone: "All done! 🎉",
  progress: (name: string) => `Chores done: ${name}`,
  stars: (count: number) => plural(count, { one: "# star", other: "# stars" }),
  dinner: "Tonight’s dinner",
  noDinner: "Nothing planned for tonight.",
  planDinner: "Plan it",
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
