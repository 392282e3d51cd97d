import type { readyMade as english } from "../en/ready-made.ts";

export const readyMade: typeof english = {
  shopping: {
    name: "Einkaufsliste",
    items: `
# Obst und Gemüse
Äpfel
Bananen
Tomaten
Kartoffeln
Zwiebeln
# Brot und Getreide
Brot
Haferflocken
Nudeln
Reis
# Kühlregal
Milch
Butter
Käse
Joghurt
Eier
# Haushalt
Toilettenpapier
Spülmittel
Müllbeutel`,
  },
  summer: {
    name: "Packliste Sommer",
    items: `
# Papiere und Geld
Ausweise oder Pässe
Versichertenkarten
Tickets und Buchungen
Bankkarten und etwas Bargeld
# Kleidung
T-Shirts
Kurze Hosen und Kleider
Unterwäsche und Socken
Badesachen
Schlafanzüge
Ein Pullover für den Abend
Regenjacken
Sandalen und Turnschuhe
# Sonne und Strand
Sonnencreme
Sonnenhüte
Sonnenbrillen
Strandtücher
Schwimmflügel oder Schwimmwesten
# Bad
Zahnbürsten und Zahnpasta
Shampoo und Seife
Medikamente, Pflaster, Fieberthermometer
Mückenschutz
# Für unterwegs
Ladekabel und Powerbank
Trinkflaschen und Proviant
Lieblingskuscheltiere
# Vor der Abfahrt
Blumen gießen
Kühlschrank und Mülleimer leeren
Fenster schließen
Schlüssel zu den Nachbarn bringen`,
  },
  snow: {
    name: "Packliste Schnee",
    items: `
# Papiere und Geld
Ausweise oder Pässe
Versichertenkarten
Skipässe und Buchungen
# Auf der Piste
Ski oder Snowboards und Stöcke
Skischuhe
Helme
Skibrillen
Skijacken und Skihosen
Handschuhe und ein Ersatzpaar
# Kleidung
Skiunterwäsche
Skisocken
Fleecejacken
Mützen und Schals
Winterstiefel
Unterwäsche und Schlafanzüge
Badesachen fürs Schwimmbad
# Bad
Sonnencreme und Lippenpflege
Zahnbürsten und Zahnpasta
Pflaster und Schmerzmittel
# Außerdem
Schlitten
Thermoskanne und Proviant
Ladekabel
# Fürs Auto
Schneeketten
Eiskratzer und Frostschutz
Decke und Taschenlampe`,
  },
  babysitter: {
    name: "Für den Babysitter",
    items: `
# So erreichst du uns
Wo wir sind und bis wann
Unsere Handynummern
Nachbarn, die helfen können
Arzt und Notruf
# Der Abend
Abendessen: was und wann
Allergien, und was nicht erlaubt ist
Fernsehen und Tablet: wie lange
Zähne putzen
Gutenachtgeschichte
Licht aus um
# Gut zu wissen
Schnuller und Kuscheltier
Nachtlicht und Tür: offen oder zu
Was hilft, wenn jemand weint
Medikamente und wie viel davon
# Das Haus
WLAN-Passwort
Etwas zu essen für dich
Verbandskasten
Sicherungskasten und Ersatzschlüssel`,
  },
  emergency: {
    name: "Notfallnummern",
    items: `
# Sofort
Rettungsdienst und Feuerwehr:
Polizei:
Giftnotruf:
Ärztlicher Bereitschaftsdienst:
# Ärzte
Hausarzt:
Kinderarzt:
Zahnarzt:
Nächstes Krankenhaus:
Apotheke:
# Menschen
Großeltern:
Nachbarn mit Schlüssel:
Schule und Kita:
Arbeit:
# Das Haus
Störung bei Strom und Gas:
Rohrbruch:
Vermieter oder Hausmeister:
Schlüsseldienst:
Versicherung, mit Nummer des Vertrags:
Bankkarten sperren:
Tierarzt:`,
  },
  party: {
    name: "Party",
    items: `
# Drei Wochen vorher
Termin, Ort und Gästeliste
Einladungen verschicken
Motto und Spiele
# Eine Woche vorher
Wer kommt?
Nach Allergien fragen
Torte bestellen oder Zutaten kaufen
Deko und Kerzen
Preise und Mitgebsel
# Essen und Trinken
Kuchen
Knabbereien und Obst
Etwas Herzhaftes
Wasser und Saft
Eiswürfel
# Für den Tisch
Teller, Becher, Besteck
Servietten und Tischdecke
Trinkhalme
# Am Tag selbst
Musik
Getränke kalt stellen
Streichhölzer oder Feuerzeug
# Danach
Müllbeutel
Dankeskarten`,
  },
  moving: {
    name: "Umzug",
    items: `
# Zwei Monate vorher
Wohnung kündigen
Transporter oder Umzugsfirma buchen
Freunde um Hilfe bitten
Kartons sammeln
Verkaufen oder verschenken, was nicht mitkommt
# Einen Monat vorher
Nachsendeauftrag bei der Post
Bank, Versicherungen, Arbeitgeber informieren
Neue Schule und Kita
Strom, Gas, Wasser, Internet ummelden
Halteverbot für den Transporter beantragen
# Eine Woche vorher
Kartons packen und nach Zimmern beschriften
Gefrierschrank abtauen
Zähler ablesen
Tasche für die erste Nacht packen
# Am Tag selbst
Schlüssel und Papiere griffbereit
Werkzeug, Klebeband, Stifte
Essen und Trinken für alle, die helfen
Toilettenpapier, Seife, Glühbirnen
Leere Räume fotografieren
Schlüssel übergeben
# Danach
Neue Adresse anmelden
Name an Klingel und Briefkasten
Auto ummelden
Adresse in Konten ändern`,
  },
};
