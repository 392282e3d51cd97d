export type Dimension = "mass" | "volume" | "length" | "count";

export type Unit = {
  readonly id: string;
  readonly dimension: Dimension;
  /** The size of the unit in g, ml or cm. The value is 1 for counted units. */
  readonly factor: number;
};

/** A unit as it is spelled in a line, in the singular and the plural. */
export type WrittenUnit = Unit & { readonly one: string; readonly many: string };

const measures: readonly [Dimension, string, number, string][] = [
  ["mass", "g", 1, "g gr gms gramm gram:grams gramme:grammes"],
  ["mass", "kg", 1000, "kg kilo:kilos kilogramm kilogram:kilograms"],
  ["mass", "mg", 0.001, "mg milligramm milligram:milligrams"],
  ["mass", "oz", 28.35, "oz ozs ounce:ounces unze:unzen"],
  ["mass", "lb", 453.6, "lb lbs pound:pounds"],
  ["mass", "pfund", 500, "Pfund Pfd"],
  ["volume", "ml", 1, "ml mls milliliter millilitre:millilitres milliliter:milliliters"],
  ["volume", "cl", 10, "cl zentiliter centilitre:centilitres"],
  ["volume", "dl", 100, "dl deziliter decilitre:decilitres deciliter:deciliters"],
  ["volume", "l", 1000, "l ltr Liter litre:litres liter:liters"],
  ["volume", "tsp", 5, "tsp tsps teaspoon:teaspoons teaspoonful:teaspoonfuls TL Teel Teelöffel"],
  ["volume", "dsp", 10, "dsp dessertspoon:dessertspoons"],
  [
    "volume",
    "tbsp",
    15,
    "tbsp tbsps tbs tb tblsp tablespoon:tablespoons tablespoonful:tablespoonfuls EL Essl Esslöffel",
  ],
  ["volume", "cup", 240, "cup:cups c cupful:cupfuls"],
  ["volume", "fl oz", 29.57, "floz"],
  ["volume", "pint", 473, "pint:pints pt pts"],
  ["volume", "quart", 946, "quart:quarts qt qts"],
  ["volume", "gallon", 3785, "gallon:gallons gal"],
  ["length", "cm", 1, "cm centimetre:centimetres centimeter:centimeters Zentimeter"],
  ["length", "mm", 0.1, "mm"],
  ["length", "inch", 2.54, "inch:inches in"],
];

const counted: readonly string[] = [
  "pinch:pinches Prise:Prisen",
  "Msp Messerspitze:Messerspitzen",
  "dash:dashes",
  "splash:splashes glug:glugs Schuss Spritzer",
  "drop:drops Tropfen",
  "handful:handfuls Handvoll",
  "bunch:bunches Bund Bunde Bd Bündel",
  "sprig:sprigs Zweig:Zweige Stiel:Stiele Zweiglein",
  "branch:branches",
  "stem:stems",
  "clove:cloves Zehe:Zehen",
  "bulb:bulbs Knolle:Knollen",
  "head:heads Kopf:Köpfe",
  "leaf:leaves Blatt:Blätter",
  "sheet:sheets",
  "slice:slices Scheibe:Scheiben",
  "rasher:rashers",
  "stalk:stalks Stange:Stangen Stängel",
  "stick:sticks",
  "rib:ribs",
  "spear:spears",
  "strip:strips Streifen",
  "ear:ears",
  "wedge:wedges",
  "piece:pieces pc pcs chunk:chunks",
  "knob:knobs",
  "cube:cubes Würfel",
  "ball:balls Kugel:Kugeln",
  "loaf:loaves Laib:Laibe",
  "rack:racks",
  "can:cans tin:tins Dose:Dosen",
  "jar:jars Glas:Gläser",
  "bottle:bottles Flasche:Flaschen",
  "pack:packs packet:packets package:packages pkg pkgs pkt Päckchen Packung:Packungen Pck Pkt Pck Pckg Pckch Pk Paket:Pakete",
  "sachet:sachets envelope:envelopes Beutel Btl Tüte:Tüten Tütchen",
  "bag:bags",
  "box:boxes Schachtel:Schachteln",
  "carton:cartons Karton:Kartons",
  "tub:tubs container:containers Becher",
  "tube:tubes Tube:Tuben",
  "punnet:punnets Schale:Schalen Schälchen",
  "glass:glasses",
  "block:blocks",
  "Ecke:Ecken",
  "Rolle:Rollen roll:rolls",
  "Tasse:Tassen",
  "Tafel:Tafeln",
  "Riegel",
  "Rippe:Rippen",
  "Ring:Ringe",
  "recipe:recipes",
  "part:parts Teil:Teile",
  "scoop:scoops",
  "link:links",
  "batch:batches",
  "Portion:Portionen portion:portions",
];

const units = new Map<string, WrittenUnit>();
function addNames(names: string, unit: Unit): void {
  for (const name of names.split(" ")) {
    const [one = name, many = one] = name.split(":");
    for (const each of [one, many]) {
      const key = each.toLowerCase();
      if (!units.has(key)) units.set(key, { ...unit, one, many });
    }
  }
}
for (const [dimension, id, factor, names] of measures) addNames(names, { id, dimension, factor });
for (const names of counted) {
  addNames(names, { id: (/^[^: ]+/.exec(names)?.[0] ?? names).toLowerCase(), dimension: "count", factor: 1 });
}
// The unit "Stück" in "2 Stück Zwiebeln" means two onions.
addNames("Stück Stk Stck St Stücke", { id: "", dimension: "count", factor: 1 });

const fluidOunce: WrittenUnit = { id: "fl oz", dimension: "volume", factor: 29.57, one: "fl oz", many: "fl oz" };

export function unitOf(word: string): WrittenUnit | null {
  if (word === "T" || word === "T.") return units.get("tbsp") ?? null;
  if (word === "t" || word === "t.") return units.get("tsp") ?? null;
  const name = word
    .toLowerCase()
    .replaceAll("\u00ad", "")
    .replaceAll("ß", "ss")
    .replace(/(?:\(\p{L}{1,3}\)|\/\p{L}{1,2})?\.?$/u, "");
  return /^fl\.?\s*(?:oz|ounces?)$/.test(name) ? fluidOunce : (units.get(name) ?? null);
}

export function unitById(id: string): WrittenUnit | null {
  return units.get(id === "fl oz" ? "floz" : id) ?? null;
}

export const isMeasure = (unit: Unit): boolean => unit.dimension !== "count";
