import type { wall as english } from "../en/wall.ts";
import { number, plural } from "../locale.ts";

export const wall: typeof english = {
  laterAndEarlier: (later, earlier) =>
    [later > 0 && `${number(later)} später`, earlier > 0 && `${number(earlier)} schon vorbei`]
      .filter(Boolean)
      .join(" · "),
  noConnection: "Keine Verbindung",
  noLists: "Noch keine gemeinsamen Listen",
  left: (count) => (count === 0 ? "Nichts mehr offen" : `${number(count)} offen`),
  ticked: (label) => `Erledigt: „${label}“`,
  unticked: (label) => `Wieder offen: „${label}“`,
  allAnswered: "Gerade wird niemand gefragt",
  notices: "Jetzt",
  dismissNotices: "Gesehen",
  ingredients: "Zutaten",
  notYou: (name) => `${name} ist gerade an der Wand. Jemand anderes?`,
  offline: (waiting) =>
    waiting === 0
      ? "Keine Verbindung zu eurem Server"
      : `Keine Verbindung zu eurem Server; ${plural(waiting, { one: "# Änderung wartet", other: "# Änderungen warten" })} aufs Senden`,
  add: {
    open: "Hinzufügen",
    what: "Was möchtest du hinzufügen?",
    as: (name) => `Als ${name}`,
    notYou: (name) => `Nicht ${name}?`,
    goOn: (label) => `Weiter mit „${label}“`,
    kinds: { event: "Termin", task: "Aufgabe", item: "Etwas auf eine Liste", meal: "Essen" },
    item: "Was",
    list: "Auf welche Liste",
    day: "Tag",
    meal: "Welche Mahlzeit",
    noText: "Schreib, was es ist.",
    noRecipe: "Wähl ein Rezept aus.",
    noneFound: "Kein solches Rezept. Neue Rezepte schreibt ihr in der App.",
    added: (label) => `„${label}“ hinzugefügt. Erwachsene können das in der App unter „Verlauf“ rückgängig machen.`,
  },
  settings: {
    title: "Dieses Tablet",
    hint: "Diese Einstellungen gelten nur für dieses Tablet.",
    textSize: "Schriftgröße",
    percent: (percent) => `${number(percent)} %`,
    night: "Nachts dunkel",
    nightHint: "Gedimmt, bis es jemand berührt",
    sound: "Ton bei Erinnerungen",
    soundHint: "Zwei sanfte Töne, wenn etwas ansteht. Du hörst sie gleich.",
    from: "Von",
    to: "Bis",
    leave: "Wandmodus verlassen",
    leaveHint: "Melde dich mit deinem Passwort an. Meldest du dich wieder ab, ist die Wand zurück.",
    signIn: "Als Person anmelden",
    backToWall: "Zurück zur Wand",
  },
  pin: {
    title: "PIN",
    hint: "Vier Ziffern vor diesen Einstellungen, damit Gäste draußen bleiben. Vergessen? Trenne das Tablet unter „Einstellungen“ → „Tablets“ und kopple es neu.",
    choose: "PIN festlegen",
    again: "Noch einmal",
    change: "PIN ändern",
    remove: "PIN entfernen",
    enter: "PIN",
    enterHint: "Vier Ziffern",
    wrong: "Das ist nicht die PIN.",
    differs: "Das waren zwei verschiedene. Fang noch einmal an.",
    typed: (count) => `${number(count)} von 4 Ziffern`,
    wait: (seconds) =>
      seconds < 90
        ? `Zu viele Versuche. Warte ${number(seconds)} s.`
        : `Zu viele Versuche. Warte ${number(Math.ceil(seconds / 60))} Minuten.`,
  },
};
