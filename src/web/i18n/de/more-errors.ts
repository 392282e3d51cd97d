import type { moreErrors as english } from "../en/more-errors.ts";
import { setup } from "./setup.ts";

const { problems } = setup;
const signInAgain = "Du bist nicht mehr angemeldet. Melde dich wieder an.";
const reload = "Die App und euer Server verstehen sich nicht. Lade die Seite neu.";
const otherPlan = "Euer Tarif enthält keine Schlüssel. Wählt zuerst einen anderen.";

export const moreErrors: typeof english = {
  byCode: {
    malformed_request: reload,
    malformed_json: reload,
    unknown_field: reload,
    invalid_cursor: reload,
    method_not_allowed: reload,
    websocket_required: reload,
    origin_mismatch: "Euer Server kennt diese Adresse nicht. Öffne die App unter ihrer üblichen Adresse.",
    required: (field) => (field ? `„${field}“ fehlt. Füll es aus.` : "Da fehlt etwas. Füll es aus."),
    invalid_value: (field) =>
      field
        ? `„${field}“ passt so nicht. Ändere es und versuch es noch einmal.`
        : "Etwas passt so nicht. Ändere es und versuch es noch einmal.",
    out_of_range: (field) =>
      field
        ? `„${field}“ ist zu kurz, zu lang, zu klein oder zu groß. Ändere es und versuch es noch einmal.`
        : "Etwas ist zu kurz, zu lang, zu klein oder zu groß. Ändere es und versuch es noch einmal.",
    missing_key: signInAgain,
    invalid_key: signInAgain,
    expired_key: signInAgain,
    not_signed_in: signInAgain,
    wrong_login: "Name oder Passwort stimmt nicht",
    missing_scope: "Dafür braucht es einen Schlüssel, der mehr darf. Leg einen in den Einstellungen an.",
    subscription_required: "Das Abo eures Haushalts ist abgelaufen. Verlängert es zuerst.",
    api_plan_required: otherPlan,
    upgrade_required: otherPlan,
    app_only: "Das geht nur in der App, wenn du angemeldet bist.",
    owners_only: "Das kann nur, wer den Haushalt leitet.",
    invalid_link:
      "Der Link gilt nicht mehr. Der Server gibt bei jedem Start einen neuen aus: öffne den und mach hier weiter.",
    forbidden: "Das geht hier nicht. Lade die Seite neu und schau noch einmal.",
    too_slow: "Die Verbindung war zu langsam. Versuch es, wo sie besser ist.",
    slot_taken: "Dieser Platz im Plan ist schon belegt. Wähl einen anderen.",
    meal_full: "Diese Mahlzeit ist voll. Verschieb oder entfern zuerst etwas.",
    too_large: "Das ist zu groß. Nimm etwas Kleineres.",
    unsupported_type: "So eine Datei kann euer Server nicht lesen. Nimm eine andere.",
    no_such_reference: (field) =>
      field
        ? `„${field}“: Was du gewählt hast, gibt es nicht mehr. Wähl noch einmal.`
        : "Was du gewählt hast, gibt es nicht mehr. Wähl noch einmal.",
    name_taken: problems.nameTaken,
    email_taken: "Diese Adresse gehört schon jemandem.",
    key_reused: "Das wurde schon mit anderem Inhalt gesendet. Schau nach, wie es jetzt ist.",
    limit_reached: "Es ist voll. Entfern etwas, das niemand braucht, und versuch es noch einmal.",
    last_owner: "Jemand, der den Haushalt leitet, muss sich anmelden können.",
    not_empty: "Da ist noch etwas drin. Verschieb oder lösch das zuerst.",
    ends_before_start: "Das Ende liegt vor dem Anfang. Ändere eins von beiden.",
    series_only: "Die Wiederholung lässt sich nur für die ganze Serie ändern.",
    rule_required: "Wähl, wie es sich von da an wiederholt.",
    read_only: "Das kommt aus einem anderen Kalender. Ändere es dort.",
    rate_limited: "Zu viele Versuche. Versuch es gleich noch einmal.",
    upstream_failed: "Der Dienst, den euer Server gefragt hat, antwortet nicht. Versuch es später noch einmal.",
    turned_off: "Das ist auf eurem Server ausgeschaltet.",
    not_ready: "Euer Server ist noch nicht so weit. Versuch es gleich noch einmal.",
  },
  byField: {
    "invalid_value email": problems.emailWrong,
    "last_owner role": "Jemand muss den Haushalt leiten. Gib zuerst jemand anderem diese Rolle.",
    "limit_reached url": "Er ist größer als 10 MB oder hat zu viele Termine.",
    "unprocessable code": "Kein Tablet zeigt diesen Code. Er wechselt nach zehn Minuten: schau noch einmal hin.",
    "unprocessable current": "Das ist nicht dein Passwort.",
    "unprocessable password": "Das ist nicht dein Passwort.",
    "unprocessable expiresAt": problems.expiryPast,
    "unprocessable timeZone": "Wähle eine Zeitzone aus der Liste.",
    "unprocessable recurrenceRule": "So gibt es keinen einzigen Termin. Ändere die Wiederholung.",
    "unprocessable startsAt": "Wähl einen Tag zwischen 1900 und 2200.",
    "unprocessable endsAt":
      "Ein Termin dauert höchstens 400 Tage, oder 92, wenn er sich wiederholt. Wähl ein früheres Ende.",
    "unprocessable memberIds": "Wähl mindestens eine Person.",
    "unprocessable assigneeIds": "Wähl mindestens eine Person.",
  },
  fields: {
    name: "Name",
    title: "Titel",
    label: "Text",
    content: "Text",
    question: "Frage",
    email: "E-Mail",
    password: "Passwort",
    color: "Farbe",
    emoji: "Emoji",
    startsAt: "Beginn",
    endsAt: "Ende",
    date: "Tag",
    dueDate: "Tag",
    time: "Uhrzeit",
    timeZone: "Zeitzone",
    memberId: "Person",
    memberIds: "Personen",
    assigneeIds: "Personen",
    recipeId: "Rezept",
    listId: "Liste",
    recurrenceRule: "Wiederholung",
    prepMinutes: "Minuten",
    ingredients: "Zutaten",
    instructions: "Zubereitung",
    location: "Ort",
    notes: "Notizen",
    description: "Notizen",
    note: "Notiz",
    file: "Datei",
  },
};
