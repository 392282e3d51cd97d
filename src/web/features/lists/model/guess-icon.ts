import { foldText } from "#lib/case-folding.ts";

/**
 * Words in the names of lists after the icon for them, in English and German, without endings such as the plural's. A
 * word of a name fits if it is one of these, or ends with one that has at least five letters, as “Geburtstagsgeschenke”
 * does. The first word that fits is taken.
 */
const wordsByIcon = [
  "🛒 grocerie grocery shopping market einkauf einkaufsliste lebensmittel markt",
  "🧴 drugstore pharmacy toiletrie drogeri apothek kosmetik",
  "💊 medicin medikament medizin",
  "🔧 hardwar tool repair workshop baumarkt werkzeug reparatur werkstatt",
  "🔨 project hous building renovation projekt haus bau renovier umbau",
  "🧹 cleaning chor tidy household putz haushalt",
  "🧺 laundry picnic wäsch picknick",
  "🌱 garden plant balcony gart pflanz balkon",
  "🎁 gift present wish wishlist geschenk geschenkide wunsch wünsch wunschzettel",
  "🎂 birthday cake geburtstag kuch",
  "🎉 party celebration feier fest silvester",
  "🎄 christma advent weihnacht",
  "🧳 packing travel trip packlist reis koffer urlaub",
  "🏖️ beach holiday vacation summer strand feri sommer",
  "⛷️ ski snow winter skiurlaub schnee",
  "🏕️ camping tent hiking zelt wander",
  "🏊 swimming pool schwimm schwimmbad",
  "⚽ football sport training fussball verein",
  "🚲 bik bicycl fahrrad",
  "🚗 car garag auto",
  "📦 mov moving storag umzug keller",
  "🏫 school class schul klass",
  "📚 book reading büch buch",
  "🎬 film movi seri kino",
  "👶 baby",
  "🧸 toy kid childr spielzeug kind",
  "🧑‍🍼 babysitter babysitt",
  "🐶 dog hund hundefutter",
  "🐱 cat katz katzenfutter",
  "🐹 guinea pet meerschweinch haustier",
  "☎️ emergency number contact phon notfall notfallnummer nummer kontakt telefon",
  "💶 money bill budget geld rechnung",
  "📄 document paper tax unterlag dokument steuer",
  "💼 work offic arbeit büro",
  "💡 idea ide",
  "🍳 recip cooking kitchen rezept koch küch ess",
  "🥖 bakery bread bäcker brot",
  "🥩 butcher meat metzger fleisch grill",
  "🍷 drink win getränk wein",
];

/** Icon of a list whose name says nothing about it. */
export const plainIcon = "📋";

const stemOf = (word: string) => word.replace(/(?:ern?|en|es|s|n|e)$/, "");

const icons: ReadonlyMap<string, string> = new Map(
  wordsByIcon.flatMap((line) => {
    const [icon = plainIcon, ...words] = line.split(" ");
    return words.map((word) => [stemOf(foldText(word)), icon]);
  }),
);
const endings = [...icons].filter(([word]) => word.length >= 5).sort(([one], [other]) => other.length - one.length);

/** Returns the icon that fits the name of a list, or {@link plainIcon}. */
export function guessIcon(name: string): string {
  const words = foldText(name.slice(0, 200))
    .split(/[^\p{L}\p{N}]+/u)
    .map(stemOf);
  for (const word of words) {
    const icon = icons.get(word);
    if (icon !== undefined) return icon;
  }
  for (const word of words) {
    const ending = endings.find(([each]) => word.endsWith(each));
    if (ending) return ending[1];
  }
  return plainIcon;
}
