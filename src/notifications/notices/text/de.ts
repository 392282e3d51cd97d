import { defaultName, type PresetKey, presetKeys } from "#routines/check-ins/presets.ts";
import { lead, type NoticeTexts, plural } from "./en.ts";

/** German texts of the preset check-ins. Check-ins store the English texts. */
const presets: Readonly<Record<Exclude<PresetKey, "custom">, { readonly name: string; readonly question: string }>> = {
  energy: { name: "Energie", question: "Wie viel Energie hast du gerade?" },
  happiness: { name: "Stimmung", question: "Wie fühlst du dich heute?" },
  health: { name: "Gesundheit", question: "Wie geht es deinem Körper heute?" },
  sleep: { name: "Schlaf", question: "Wie hast du geschlafen?" },
  school: { name: "Schule", question: "Wie war’s heute in der Schule?" },
  vibe: { name: "Gefühl", question: "Wie geht’s dir gerade?" },
};

function presetOf(presetKey: string) {
  const key = presetKeys.find((each) => each === presetKey) ?? "custom";
  return key === "custom" ? null : { ...presets[key], englishName: defaultName(key, "") };
}

export const de: NoticeTexts = {
  locale: "de",
  event: {
    inMinutes: (minutes) => lead(`In ${minutes} Min.`, `in ${minutes} Min.`),
    inHours: (hours, minutes) => {
      const span = minutes === 0 ? `${hours} Std.` : `${hours} Std. ${minutes} Min.`;
      return lead(`In ${span}`, `in ${span}`);
    },
    now: lead("Jetzt", "jetzt"),
    today: lead("Heute", "heute"),
    tomorrow: lead("Morgen", "morgen"),
    on: (date) => lead(date, `am ${date}`),
    began: (time) => lead(`Seit ${time}`, `hat um ${time} begonnen`),
    beganOn: (date) => lead(`Seit ${date}`, `hat am ${date} begonnen`),
    was: (time) => lead(`War um ${time}`, `war um ${time}`),
    wasOn: (date) => lead(`War am ${date}`, `war am ${date}`),
  },
  busy: "Beschäftigt",
  task: {
    today: (label) => `Heute fällig: ${label}`,
    on: (date, label) => `Fällig am ${date}: ${label}`,
  },
  chore: {
    due: (name) => `Im Haushalt: ${name}`,
    yourTurn: (name) => `Du bist dran: ${name}`,
    namedTurn: (names, name) => `${names} ist dran: ${name}`,
  },
  checkIn: {
    question: ({ presetKey, question }) => presetOf(presetKey)?.question ?? question,
    name: ({ presetKey, name }) => {
      const preset = presetOf(presetKey);
      return preset?.englishName === name ? preset.name : name;
    },
  },
  item: { due: (time, content) => `Fällig um ${time}: ${content}` },
  summary: {
    today: "Heute",
    parts: ({ events, tasks, overdue, chores, items }) => [
      events > 0 ? plural(events, "Termin", "Termine") : "",
      tasks > 0 ? plural(tasks, "Aufgabe", "Aufgaben") + (overdue > 0 ? ` (${overdue} überfällig)` : "") : "",
      chores > 0 ? plural(chores, "Aufgabe im Haushalt", "Aufgaben im Haushalt") : "",
      items > 0 ? plural(items, "Listeneintrag", "Listeneinträge") : "",
    ],
  },
  change: {
    taskAssigned: (by, label) => `Neue Aufgabe von ${by}: ${label}`,
    taskDue: (moment) => `bis ${moment}`,
    eventNamed: (by, title) => `${by} hat dich eingetragen: ${title}`,
    listChanged: (by, list, count) => `${plural(count, "Änderung", "Änderungen")} von ${by}: ${list}`,
  },
  system: {
    backupFailed: "Die letzte Sicherung ist fehlgeschlagen",
    channelOff: (label) => `Hier kommen keine Benachrichtigungen mehr an: ${label}`,
    keyExpires: (date, name) => `API-Schlüssel läuft am ${date} ab: ${name}`,
  },
  digest: {
    catch_up: "Während Inglenook aus war",
    quiet: "In deiner Ruhezeit",
    burst: "Viele auf einmal",
    reminders: (count) => plural(count, "Erinnerung", "Erinnerungen"),
    missed: "Verpasst:",
    more: (count) => `und ${count} weitere`,
  },
  hidden: "Erinnerung",
  actions: {
    done: "Erledigt",
    snooze: (minutes) =>
      minutes % 60 === 0 ? `In ${plural(minutes / 60, "Stunde", "Stunden")}` : `In ${minutes} Min.`,
  },
  results: {
    done: (what) => `Erledigt: ${what}`,
    snoozed: (time, what) => `Noch einmal um ${time}: ${what}`,
    dismissed: (what) => `Verworfen: ${what}`,
    hidden: { done: "Erledigt", snoozed: "Die Erinnerung kommt noch einmal", dismissed: "Verworfen" },
  },
};
