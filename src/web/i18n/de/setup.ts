import type { setup as english, pairing as englishPairing } from "../en/setup.ts";
import { number } from "../locale.ts";

export const setup: typeof english = {
  stepOf: (step, steps) => `Schritt ${number(step)} von ${number(steps)}`,
  welcome: "Willkommen bei Inglenook",
  welcomeLead:
    "Ein ruhiger Ort für euren Haushalt: Kalender, Aufgaben im Haushalt, Listen und Essen, auf eurem eigenen Server und sonst nirgends.",
  welcomePoints: [
    "Alle im Haus sehen dasselbe, sofort.",
    "Was du tust, lässt sich zurücknehmen.",
    "Nichts verlässt euer Haus ohne euer Ja.",
  ],
  begin: "Los geht’s",
  beginHint: "Es dauert zwei Minuten.",
  noLink: "Dein Server hat einen Link für dich",
  noLinkText:
    "Auf diesem Server gibt es noch keinen Haushalt. Um euren anzulegen, öffne den Link, den der Server dort ausgibt, wo er gestartet wurde. Er beginnt so, danach folgt eine lange Zeichenfolge:",
  noLinkFind: "Läuft er im Hintergrund? Schau in sein Protokoll oder starte ihn neu: er gibt den Link jedes Mal aus.",
  householdTitle: "Euer Haushalt",
  householdLead: "Seine Zeitzone bestimmt, wann ein Tag beginnt, egal, wo du gerade bist.",
  householdName: "Wie heißt er?",
  householdExample: "Unser Zuhause",
  groceryListName: "Einkaufsliste",
  timeZone: "Zeitzone",
  timeZoneHint: "Tippe eine Stadt ein, um eine andere zu suchen.",
  timeZoneNone: "Kein Ort mit diesem Namen. Nimm die nächste große Stadt.",
  youTitle: "Und du?",
  youLead: "Du bist das erste Mitglied und leitest den Haushalt.",
  finish: "Haushalt anlegen",
  usedLink: "Dieser Haushalt ist schon angelegt",
  usedLinkText: "Der Link wurde schon benutzt. Melde dich an; ohne Passwort lass dich von jemandem hier einladen.",
  name: "Name",
  email: "E-Mail",
  emailHint: "Nur zum Anmelden. Es wird nie etwas dorthin geschickt.",
  color: "Farbe",
  avatar: "Emoji",
  avatarAdd: "Emoji wählen",
  avatarChange: "Anderes Emoji wählen",
  password: "Passwort",
  newPassword: "Neues Passwort",
  passwordHint: "Mindestens 8 Zeichen. Am besten ein paar Wörter, die nur du so zusammenstellst.",
  showPassword: "Passwort anzeigen",
  hidePassword: "Passwort verbergen",
  strength: { short: "Zu kurz", weak: "Leicht zu erraten", fair: "In Ordnung", strong: "Stark" },
  signInTitle: "Komm herein",
  login: "Name oder E-Mail",
  asTablet: "Als Küchentablet benutzen",
  asTabletHint: "Es zeigt den Haushalt, ohne dass jemand angemeldet ist.",
  forgotten:
    "Passwort vergessen? Alle Erwachsenen im Haushalt können dir einen neuen Link geben: Einstellungen, Mitglieder, Einladen.",
  joinTitle: "Du bist eingeladen",
  invitedTo: (household, by) =>
    by === null ? `Du bist zu „${household}“ eingeladen` : `${by} lädt dich zu „${household}“ ein`,
  joinLead: (name, email) => {
    const login = name === null ? "deinem Namen" : email === null ? `dem Namen „${name}“` : `„${name}“ oder ${email}`;
    return `Setz ein Passwort, und du bist dabei. Beim nächsten Mal meldest du dich mit ${login} und diesem Passwort an.`;
  },
  join: "Mitmachen",
  joinGone: "Diese Einladung gilt nicht mehr",
  joinGoneText:
    "Sie gilt einmal und sieben Tage lang, und eine neuere löst sie ab. Lass dir eine neue geben: Einstellungen, Mitglieder, Einladen.",
  joinAs: (name) => `In diesem Browser ist ${name} angemeldet. Wenn du hier beitrittst, wird ${name} abgemeldet.`,
  hello: (name) => `Willkommen, ${name}`,
  helloText: "Du gehörst jetzt zum Haushalt.",
  colors: {
    coral: "Koralle",
    tangerine: "Mandarine",
    sunshine: "Sonnengelb",
    leaf: "Blattgrün",
    teal: "Petrol",
    sky: "Himmelblau",
    grape: "Traube",
    berry: "Beere",
  },
  emojiGroups: { people: "Gesichter", animals: "Tiere", food: "Essen", home: "Dinge", fun: "Spaß" },
  role: "Rolle",
  roles: { owner: "Leitung", adult: "Erwachsen", child: "Kind", guest: "Gast" },
  roleHints: {
    owner: "Darf alles, auch andere mit dieser Rolle ändern.",
    adult: "Darf alles: Mitglieder, Einstellungen, Schlüssel.",
    child:
      "Sieht alles; hakt die eigenen Aufgaben ab, auch die im Haushalt; ändert keine Mitglieder oder Einstellungen.",
    guest: "Wie ein Kind: für den Babysitter oder die Großeltern.",
  },
  problems: {
    nameMissing: "Ein Name fehlt noch.",
    nameTaken: "So heißt hier schon jemand. Häng einen Buchstaben an oder nimm einen Spitznamen.",
    emailWrong: "Das sieht nicht nach einer E-Mail-Adresse aus.",
    passwordShort: "Bitte mindestens 8 Zeichen.",
    passwordLong: "Bitte höchstens 200 Zeichen.",
    passwordMissing: "Dein Passwort fehlt noch.",
    loginMissing: "Dein Name oder deine E-Mail fehlt noch.",
    expiryPast: "Wähle einen Tag, der noch kommt.",
  },
};

/** Texts that the page `/wall` shows until the tablet is paired. */
export const pairing: typeof englishPairing = {
  title: "Das wird eure Familienwand",
  lead: "Ein Tablet an der Wand gehört allen: es zeigt den Tag, und jede und jeder hakt mit einem Tippen ab.",
  code: (digits) => `Code: ${digits}`,
  remaining: (time) => `Gilt noch ${time}`,
  steps: [
    "Öffne Inglenook auf deinem eigenen Handy oder Computer.",
    "Geh zu „Einstellungen“ → „Tablets“ und wähle „Tablet koppeln“.",
    "Tippe diesen Code ein. Gleich darauf erscheint hier die Familienwand.",
  ],
  signsOut: (name) => `${name} wird dann in diesem Browser abgemeldet.`,
  signInstead: "Lieber als Person anmelden",
  failed: "Gerade gibt es keinen Code",
};
