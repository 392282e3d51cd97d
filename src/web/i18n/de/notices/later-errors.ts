import type { laterErrors as english } from "../../en/notices/later-errors.ts";

export const laterErrors: typeof english = {
  no_calendar: "Dort ist kein Kalender. Kopiere den Link, der mit .ics endet oder mit webcal:// beginnt.",
  not_https: "Die Adresse muss mit https:// oder webcal:// beginnen.",
  has_password: "Lass Benutzer und Passwort in der Adresse weg.",
  home_network:
    "Die Adresse führt in euer eigenes Netz. Wer den Server betreibt, kann das mit CALENDAR_ORIGINS erlauben.",
  no_answer: "Dort antwortet niemand.",
  wrong_password: "Der Server nimmt diesen Benutzernamen und dieses Passwort nicht an.",
  no_page: "Diese Seite gibt es nicht. Sieh dir die Adresse noch einmal an.",
  page_closed: "Diese Seite lässt euren Server nicht hinein. Kopiere das Rezept dort und füge seinen Text hier ein.",
  page_too_large: "Die Seite ist größer als 5 MB. Kopiere das Rezept dort und füge seinen Text hier ein.",
  no_recipe:
    "Dort lässt sich kein Rezept lesen. Kopiere seinen Text und füge ihn ein: den Namen, die Zutaten, dann die Schritte.",
  other_origin: "Die Kalender liegen auf einem anderen Server, den ihr erst bestätigen müsst.",
  already_followed: "Diesen Kalender abonniert ihr schon.",
  not_movable: "Dorthin lässt es sich nicht verschieben. Wähl einen anderen Platz.",
  calendar_full: "Der Kalender eures Haushalts ist voll. Löscht zuerst alte Termine.",
  object_too_large: "Dieser Termin ist zu groß. Teilt die Serie, oder kürzt die Texte.",
};
