/** Words that distinguish ingredients, steps and headings, in ten languages. */

export const startsWithAmount = /^(?:ca\.?\s|about\s|~)?[\d¼-¾⅐-⅞]/u;

const withColon = /^\p{L}[^\d.!?]{0,58}[:：]$/u;
const forPart = /^(?:for|für|pour|per|para|voor|til|dla)\s[^\d.,!?:]{2,56}$/iu;

/** Whether a line is the title of a group of ingredients, such as `For the sauce:`. */
export function isGroupTitle(line: string): boolean {
  return withColon.test(line) || forPart.test(line);
}

const componentWords = new Set(
  (
    "sauce dressing marinade filling topping dough crust batter frosting icing glaze salad slaw mayo mayonnaise seasoning " +
    "rub brine base garnish meatballs salsa ingredients vinaigrette crumble streusel meringue syrup gravy stuffing swirl " +
    "teig füllung belag soße sauce guss glasur streusel creme salat marinade boden verzierung " +
    "pâte garniture crème sirop masa relleno salsa glaseado massa recheio cobertura molho impasto ripieno crema condimento " +
    "deeg vulling saus glazuur ciasto farsz sos polewa deg fyllning sås glasyr dej fyld dressing kastike taikina täyte"
  ).split(" "),
);

/** Whether a line is a title without a colon, such as "Apple slaw". The next line must start with an amount. */
export function isComponentTitle(line: string, next: string): boolean {
  const words = line
    .toLowerCase()
    .replace(/\s*\(.*\)$/, "")
    .split(" ");
  const isTitle = /^\p{Lu}[^\d,.:;]{2,50}$/u.test(line) && words.length <= 5;
  return isTitle && startsWithAmount.test(next) && componentWords.has(words.at(-1) ?? "");
}

export function stripMarkers(line: string): string {
  const text = line.replace(/^(?:[•·▢☐◦▪●○✓✔*–-]\s+|[•▢☐◦▪●○✓✔])+/u, "").replace(/^\[[ x]?\]\s*/i, "");
  return text.replace(/^\d{1,2}[.)]\s+(?=\p{Lu})/u, "").trim();
}

function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

export const unitWords = wordSet(
  "g gr gram grams gramm kg ml dl cl l liter litre oz ounce ounces lb lbs pound pounds cup cups tsp tbsp tbs teaspoon",
  "teaspoons tablespoon tablespoons pinch dash clove cloves can cans slice slices stick sticks bunch sprig sprigs handful",
  "el tl esslöffel teelöffel prise bund zehe zehen dose packung päckchen pck stück scheiben becher tasse tassen",
  "cuillère cuillères cas cac càs càc gousse gousses pincée sachet cuil cucharada cucharadas cucharadita diente dientes",
  "colher colheres xícara xícaras dente dentes cucchiaio cucchiai cucchiaino spicchio bicchiere bustina eetlepel eetlepels",
  "theelepel theelepels teen teentje teentjes blik łyżka łyżki łyżeczka szklanka ząbek msk tsk krm klyfta klyftor burk",
  "spsk tsk ss ts fed båt stk dåse rkl tl kpl kynsi prk",
);

const onlyAmount = /^[\d¼-¾⅐-⅞][\d\s.,/¼-¾⅐-⅞⁄–-]{0,12}(?:\p{L}{1,12}\.?)?$/u;

/** Joins lines split by copying a table: "2", "cups", "flour". An `isApart` line does not join the line before. */
export function joinSplitAmounts(lines: readonly string[], isApart: (line: string) => boolean): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const last = joined.at(-1);
    if (isOpen && last !== undefined && /^\p{L}/u.test(line) && !isApart(line))
      joined[joined.length - 1] = `${last} ${line}`;
    else joined.push(line);
    const [, unit = ""] = /^[^\p{L}]*(\p{L}*)/u.exec(joined.at(-1) ?? "") ?? [];
    isOpen = onlyAmount.test(joined.at(-1) ?? "") && (unit === "" || unitWords.has(unit.toLowerCase()));
  }
  return joined;
}

export const stepVerbs = wordSet(
  "add adjust allow apply arrange assemble bake baste beat begin blanch blend boil break bring broil brown brush build",
  "carefully check chill chop coat combine continue cook cool cover cream crumble crush cut decorate deglaze dice dip",
  "discard distribute divide dollop drain drizzle drop dry dust enjoy evenly fill finally finish first flatten flip fluff",
  "fold form freeze fry garnish gather gently get gradually grate grease grill heat if in immediately increase into keep",
  "knead ladle lastly lay layer leave let lightly line lower make marinate mash measure meanwhile melt microwave mince mix",
  "next now on once pat peel pipe place poach pour preheat prep prepare press process puree purée put reduce refrigerate",
  "remove repeat reserve rest return rinse roast roll rub saute sauté scatter scoop scrape sear season separate serve set",
  "shape shred sift simmer slice slide slowly smash soak spoon spray spread sprinkle squeeze start steam step stir store",
  "strain stuff taste tear then this thread tie tip to toast toss transfer trim tuck turn unmold use using warm wash when",
  "while whip whisk wipe wrap you after at before pull do we as with working rinse enjoy during crack thinly",
  "anschließend backen backofen bei danach dann das den der des die diese ein eine einen für gib im in inzwischen mit",
  "nach nun ofen schneide währenddessen zuerst zum zunächst zuletzt vorheizen alles beide vermischen heize gebt schält",
  "ajouter ajoutez arroser arrosez cuire coupez couper dans dès déposer disposez disposer dressez dresser égoutter émincer",
  "enfourner enfournez éplucher épluchez faire faites fouetter incorporer laisser laissez laver lavez lorsque mélanger",
  "mélangez mettre mettez pendant pelez peler placez porter pour préchauffer préchauffez préparer préparez réserver",
  "réservez retirer saler salez servir servez verser versez étaler étalez battre battez commencer commencez",
  "agrega agregar agregue añade añadimos añadir añada batir bate calentar calienta cocer cocina cocinar coloca colocar",
  "corta cortar cortamos cubrir deja dejamos dejar echamos echar en incorpora lava lavar mezcla mezclamos mezclar",
  "para pela pelar picar pon ponemos poner precalentar precalienta primero retira retirar servimos servir sirve vierte",
  "acrescente adicione asse bata coloque corte cozinhe cubra deixe depois despeje em faça junte leve mexa misture numa",
  "num refogue retire sirva tempere transfira aqueça unte pré",
  "aggiungere aggiungete cuocere cuocete dopo far fate in lavare lavate lasciare lasciate mescolare mescolate mettere",
  "mettete nel per poi preparare preparate quando scaldare scaldate servire servite tagliare tagliate unire unite versare",
  "versate iniziate preriscaldate",
  "bak bestrooi breng doe de giet haal hak het klop kook laat leg maak meng pel roer schep schil serveer smelt snijd snij",
  "spoel strooi verdeel verhit verwarm vet voeg was zet bereid garneer kneed bedek",
  "do dodaj dodać gotuj gotować na nagrzej obierz podawać podawaj pokrój pokroić posiekaj przygotuj smaż smażyć ugotuj",
  "umyć umyj w wlej wymieszaj wymieszać następnie",
  "blanda dela fräs fyll garnera grädda hacka hetta häll kavla koka krydda lägg låt mixa pensla rör servera sjud skala",
  "skär skölj smaka smält stek ställ strö sätt tillsätt toppa vispa värm vänd ugnen",
  "bland bring del drys fordel form hak hell hæld klip kog kom læg lad opvarm ovnen pisk rist rør server skræl skyl skær",
  "skjær smag smelt steg stek sæt tag tilsæt tilsett tøm varm vend visp ha legg la rør kok",
  "kuumenna kaada keitä kuori laita leikkaa lisää paista pilko sekoita sulata tarjoa vatkaa viipaloi nosta",
  "odrez nakrájejte přidejte smíchejte pridáme vymiešame",
);
