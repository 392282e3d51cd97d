import type { errors as english } from "../en/errors.ts";
import { number, plural } from "../plural.ts";

export const errors: typeof english = {
  wait: (seconds) =>
    seconds < 90
      ? plural(seconds, {
          one: "Zu viele Versuche. Versuch es in einer Sekunde noch einmal.",
          other: "Zu viele Versuche. Versuch es in # Sekunden noch einmal.",
        })
      : `Zu viele Versuche. Versuch es in ${number(Math.ceil(seconds / 60))} Minuten noch einmal.`,
  unknown: () => "Euer Server hat das abgelehnt. Lade die Seite neu und versuch es noch einmal.",
  undoTooLate: "Du kannst nur deine eigenen Änderungen der letzten 24 Stunden rückgängig machen.",
  byCode: {
    adults_only: "Das können nur Erwachsene. Frag jemanden von ihnen.",
    not_yours: "Das gehört jemand anderem. Bitte sie oder ihn darum.",
    not_found: "Das gibt es nicht mehr. Vielleicht hat es jemand gelöscht.",
    conflict: "Da war jemand schneller. Schau nach, wie es jetzt ist.",
    in_progress: "Das wird schon gespeichert. Warte kurz und schau dann noch einmal.",
    changed_since: "Das wurde danach noch geändert. Ändere es stattdessen von Hand.",
    already_undone: "Das ist schon rückgängig gemacht.",
    not_undoable: "So etwas lässt sich nicht rückgängig machen. Ändere es stattdessen von Hand.",
    unprocessable: "So passt das nicht zusammen. Prüf es und versuch es noch einmal.",
    internal: "Auf eurem Server ist etwas schiefgegangen. Versuch es gleich noch einmal.",
    disk_full: "Die Festplatte eures Servers ist voll. Schaff dort zuerst Platz.",
    data_gone: "Euer Server findet seinen Datenordner nicht. Sieh zuerst dort nach.",
  },
};
