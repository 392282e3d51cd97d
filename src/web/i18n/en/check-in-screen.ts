import { number, plural } from "../locale.ts";

/**
 * Empty list of labels. Because it is empty, the app shows the server's English labels for the faces that can be chosen
 * as an answer.
 */
const serverLabels: readonly string[] = [];

export const checkInScreen = {
  somebodyElse: "Somebody else",
  waiting: (count: number) => plural(count, { one: "# question", other: "# questions" }),
  laterToday: "Later today",
  nothingWaits: "All answered",
  asked: (name: string, when: string) => `${name} · ${when}`,
  moreAfter: (count: number) => `${number(count)} more after this`,
  thanks: (name: string) => `Thank you, ${name}!`,
  nothingYet: (name: string, isSelf: boolean) =>
    isSelf ? "Nobody asks you anything right now" : `Nothing to ask ${name} right now`,
  answerNow: "Answer",
  others: "How are the others?",
  /** Heading of a check-in that another member answers, as an adult sees it. `name` is that member's name. */
  about: (name: string, question: string) => `${name}’s check-in: “${question}”`,
  answerFor: (name: string) => `Save ${name}’s answer`,
  answeredFor: (name: string) => `${name}’s answer is saved`,
  changeFor: "Change the answer",
  noteFor: (name: string) => `Did ${name} say anything else?`,
  noteHintFor: (name: string) => `Only if ${name} likes. ${name} and the grown-ups can read it.`,
  answersOf: (name: string) => `What ${name} answered today`,
  history: "How it has been",
  lastDays: "The last 31 days",
  earlier: "The month before",
  later: "The month after",
  historyHint: "The brightest face is at the top. A ring: asked, no answer. A dot: not asked that day.",
  rowOf: (name: string, row: string) => `${name}: ${row}`,
  notAsked: "not asked",
  noAnswer: "no answer",
  none: "No check-ins yet",
  noneHint: "A small question every day, answered with a face: how did you sleep, how was school?",
  noneForYou: "When a grown-up sets one up for you, it will be here.",
  managed: "What we ask",
  paused: "Paused",
  pausedUntil: (day: string) => `Paused until ${day}`,
  pausedFrom: (from: string, to: string) => `Paused from ${from} until ${to}`,
  endPause: "End the pause",
  everyDay: "Every day",
  weekdays: "Monday to Friday",
  weekend: "At the weekend",
  add: "New check-in",
  what: "What do you want to ask?",
  own: "Your own question",
  ownHint: "With your own faces",
  makeOwn: "Change the words",
  question: "Question",
  questionPlaceholder: "How was football?",
  name: "Short name",
  nameHint: "For lists; left empty, it is the question.",
  faces: "Faces to pick from",
  facesHint: "Two to five, from the brightest to the one that could do with some care.",
  faceNumber: (at: number) => `Face ${number(at)}`,
  faceLabel: (at: number) => `Words for face ${number(at)}`,
  addFace: "Another face",
  people: "Who is asked?",
  days: "On which days?",
  times: "At what time?",
  timeNumber: (at: number) => `Time ${number(at)}`,
  timeLabel: (at: number) => `Name of time ${number(at)}`,
  timePlaceholder: "After supper",
  addTime: "Another time",
  notify: "Remind them",
  notifyHint: "At each time, those who are asked get a notification. Off, the question waits here.",
  active: "It asks",
  activeHint: "Switched off it asks nobody; what was answered stays.",
  errors: {
    question: "Write down what you want to ask.",
    faces: "Each face needs an emoji and some words.",
    people: "Pick at least one person.",
    days: "Pick at least one day.",
    times: "Give at least one time, and each only once.",
  },
  createdMessage: (name: string) => `Added “${name}”`,
  changedMessage: (name: string) => `Changed “${name}”`,
  deletedMessage: (name: string) => `Deleted “${name}”. Its answers stay.`,
  /**
   * Texts of the check-ins that the app offers as presets. `about` returns the question about a member. `labels` are
   * the labels of the preset's faces, in the order of the faces. If `labels` is empty, the app shows the labels from
   * the server.
   */
  presets: {
    energy: {
      about: (name: string) => `How much energy does ${name} have right now?`,
      labels: serverLabels,
    },
    happiness: {
      about: (name: string) => `How does ${name} feel inside today?`,
      labels: serverLabels,
    },
    health: {
      about: (name: string) => `How does ${name}’s body feel today?`,
      labels: serverLabels,
    },
    sleep: {
      about: (name: string) => `How did ${name} sleep last night?`,
      labels: serverLabels,
    },
    school: {
      about: (name: string) => `How was school for ${name} today?`,
      labels: serverLabels,
    },
    vibe: {
      about: (name: string) => `How is ${name} feeling right now?`,
      labels: serverLabels,
    },
  },
};
