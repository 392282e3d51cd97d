import type {
  today as english,
  checkIns as englishCheckIns,
  chores as englishChores,
  tasks as englishTasks,
} from "../en/today.ts";
import { number, plural } from "../locale.ts";

const inMinutes = (minutes: number) => {
  if (minutes < 60) return `in ${number(minutes)} Min.`;
  const rest = minutes % 60;
  return `in ${number(Math.floor(minutes / 60))} Std.${rest === 0 ? "" : ` ${number(rest)} Min.`}`;
};

const called = (name: string | null) => (name === null ? "" : `, ${name}`);

export const today: typeof english = {
  minutes: (minutes) => `${number(minutes)} Min.`,
  hours: (hours, minutes) =>
    minutes === 0 ? `${number(hours)} Std.` : `${number(hours)} Std. ${number(minutes)} Min.`,
  cooks: (name) => `${name} kocht`,
  greetings: {
    morning: (name) => `Guten Morgen${called(name)}`,
    afternoon: (name) => `Hallo${called(name)}`,
    evening: (name) => `Guten Abend${called(name)}`,
    night: (name) => `Noch wach${called(name)}?`,
  },
  left: (count) => (count === 0 ? "alles erledigt" : plural(count, { one: "noch # Sache", other: "noch # Sachen" })),
  wholeDay: "heute",
  soon: inMinutes,
  nextIn: (minutes) => `Als Nächstes · ${inMinutes(minutes)}`,
  more: (count) => `${number(count)} weitere`,
  doneAndPast: (done, past) =>
    [done > 0 && `${number(done)} erledigt`, past > 0 && `${number(past)} vorbei`].filter(Boolean).join(", "),
  allDoneForNow: "Fürs Erste alles erledigt",
  nextDinner: (time) => `Danach: Essen um ${time}`,
  orLeaveIt: "Plant etwas, oder lasst es so.",
  weekMeals: "Essen der Woche",
  others: "Die anderen",
  othersIdle: "Bei den anderen steht nichts an.",
  of: (done, total) => `${number(done)} von ${number(total)}`,
  open: (count) => `${number(count)} offen`,
  tasksDue: (count) => plural(count, { one: "# Aufgabe fällig", other: "# Aufgaben fällig" }),
  add: "Was steht an?",
  busy: "Beschäftigt",
  now: "Jetzt",
  allDay: "ganzer Tag",
  until: (time) => `bis ${time}`,
  nothingOn: "Heute steht nichts an.",
  nothingPlanned: "Noch nichts geplant.",
  nothingDue: "Nichts fällig. 🌿",
  noChores: "Heute gibt es im Haushalt nichts zu tun.",
  signInAgain: (names) => `Neu anmelden nötig: ${names}`,
  silent: (names) => `Lange nichts gehört von: ${names}`,
  dinner: "Heute Abend gibt es",
  noDinner: "Für heute Abend ist nichts geplant.",
  planDinner: "Essen planen",
  askedAt: (time, name) => `${time}: ${name}`,
  answerAs: (person, name) => `${person} antwortet: ${name}`,
  whoAreYou: "Wer bist du?",
  whoDidIt: "Wer hat es gemacht?",
  onlyFor: (names) => `Das können nur ${names} oder Erwachsene abhaken.`,
  steps: {
    title: "So fangt ihr an",
    hint: "Was ihr eintragt, erscheint hier an seinem Tag.",
    event: { title: "Etwas in den Kalender eintragen", hint: "Schule, Fußball, Zahnarzt" },
    task: { title: "Eine Aufgabe notieren", hint: "Was niemand vergessen darf" },
    chore: {
      title: "Eine Aufgabe im Haushalt verteilen",
      hint: "Wer macht was, an welchen Tagen, für wie viele Sterne",
    },
    member: { title: "Die Familie dazuholen", hint: "Jede und jeder mit Farbe und Gesicht" },
  },
};

export const tasks: typeof englishTasks = {
  added: (label) => `„${label}“ hinzugefügt`,
  priority: "Wichtig",
  hasNotes: "Notizen",
  changed: (label) => `„${label}“ geändert`,
  completed: (label) => `Erledigt: „${label}“`,
  reopened: (label) => `Wieder offen: „${label}“`,
  deleted: (label) => `„${label}“ gelöscht`,
};

export const chores: typeof englishChores = {
  ticked: (name) => `Erledigt: ${name}`,
  reopened: (name) => `Doch nicht erledigt: ${name}`,
  stars: (count) => plural(count, { one: "# Stern", other: "# Sterne" }),
  isDone: "erledigt",
  isOpen: "noch offen",
  wasDone: (name) => `„${name}“ war schon erledigt: da war jemand schneller.`,
  anyone: "Wer mag",
  doneOf: (done, total) => `${number(done)} von ${number(total)} erledigt`,
  progress: (name, done, total) => `${name}: ${number(done)} von ${number(total)} erledigt`,
  allDone: "Alles erledigt!",
  since: (day) => `seit ${day}`,
  next: (name) => `danach ${name}`,
  doneBy: (name) => `${name} war’s`,
  stoodIn: (name) => `${name} ist eingesprungen`,
  added: (name) => `Neue Aufgabe im Haushalt: ${name}`,
  changed: (name) => `Geändert: ${name}`,
  paused: (name) => `Pausiert: ${name}`,
  resumed: (name) => `Geht weiter: ${name}`,
  deleted: (name) => `Gelöscht: ${name}. Die Sterne bleiben.`,
};

export const checkIns: typeof englishCheckIns = {
  presetWords: {
    Energy: "Energie",
    "How much energy do you have right now?": "Wie viel Energie hast du gerade?",
    Happiness: "Stimmung",
    "How do you feel inside today?": "Wie fühlst du dich heute?",
    Health: "Gesundheit",
    "How does your body feel today?": "Wie geht es deinem Körper heute?",
    Sleep: "Schlaf",
    "How did you sleep last night?": "Wie hast du geschlafen?",
    School: "Schule",
    "How was school today?": "Wie war’s heute in der Schule?",
    Vibe: "Gefühl",
    "How are you feeling right now?": "Wie geht’s dir gerade?",
  },
  title: "Wie geht’s?",
  answered: "Danke für deine Antwort",
  answer: "Das ist meine Antwort",
  change: "Antwort ändern",
  pickOne: "Such dir zuerst ein Gesicht aus.",
  note: "Magst du noch etwas sagen?",
  noteHint: "Nur wenn du willst. Du und die Erwachsenen könnt es lesen.",
};
