/** Tests reading the pages and texts beside this file. */
import { describe, expect, test } from "bun:test";
import { fitRecipe } from "#kitchen/recipe-import/fit.ts";
import type { DraftRecipe } from "#kitchen/recipe-import/model.ts";
import { decodePage, readPage } from "#kitchen/recipe-import/page/read.ts";
import { RecipeReader } from "#kitchen/recipe-import/pages.ts";
import { type LineKind, moveDivider, recipeOf, type SplitText, splitText } from "#kitchen/recipe-import/text.ts";
import { systemTimers } from "#lib/timers.ts";
import { page, recipePage, text } from "./importing.ts";

const address = "https://pies.example/x/y";
const source = { sourceName: "pies.example", sourceUrl: address };
const blank = { groups: [], prepMinutes: null, servings: null, tags: [], images: [], isFromText: false };

const pages: Record<string, object> = {
  damaged: {
    name: 'Nan\'s "best" pancakes',
    ingredients: ["½ l milk", "3 eggs", "250 g flour, sifted"],
    steps: ["Whisk it all. Let it rest.", "Fry thin pancakes."],
    servings: 6,
  },
  escaped: { name: "Hummus", ingredients: ["1 can chickpeas", "2 tbsp tahini"], steps: ["Blend it."] },
  graph: {
    name: "Apple pie & cream",
    ingredients: ["200 g flour", "100 g butter", "1 kg apples (peeled)", "½ tsp cinnamon, ground"],
    groups: [
      { title: "For the dough", at: 0 },
      { title: "Filling", at: 2 },
    ],
    steps: [
      "Dough:",
      "Rub the butter into the flour.",
      "Chill it.",
      "Filling:",
      "Apples: Slice them.",
      "Bake for 50 minutes.",
    ],
    prepMinutes: 90,
    servings: 8,
    images: ["https://pies.example/apple.jpg"],
    sourceName: "Jo Baker",
    sourceUrl: "https://pies.example/recipes/apple-pie/",
  },
  latin: {
    name: "Käsespätzle",
    ingredients: ["500 g Spätzle", "200 g Käse"],
    steps: ["Spätzle und Käse schichten.", "Mit Röstzwiebeln bestreuen."],
  },
  loose: {
    name: "Iced tea",
    ingredients: ["1 l black tea", "1 lemon"],
    steps: ["Chill the tea and add the lemon."],
    sourceName: "Drinks",
  },
  microdata: {
    name: "Kartoffelsalat",
    ingredients: ["1 kg Kartoffeln, festkochend", "250 ml Brühe", "1 Zwiebel"],
    steps: ["Kartoffeln kochen.", "Brühe darüber gießen.", "Eine Stunde ziehen lassen."],
    prepMinutes: 45,
    servings: 4,
    images: ["https://pies.example/bilder/salat.jpg"],
    sourceName: "Oma Hilde",
  },
  "one-text": {
    name: "Tomato rice",
    ingredients: ["200 g rice", "1 can tomatoes", "1 onion"],
    steps: ["Fry the onion.", "Add rice and tomatoes.", "Simmer for 20 minutes."],
  },
  "only-text": {
    isFromText: true,
    name: "Linsensuppe",
    ingredients: ["250 g Linsen", "2 Karotten", "1 l Brühe", "Essig"],
    steps: ["Die Linsen in der Brühe weich kochen.", "Karotten würfeln und mitkochen.", "Mit Essig abschmecken."],
  },
  partly: {
    name: "Cheese toast",
    ingredients: ["2 slices of bread", "50 g cheese"],
    steps: ["Put the cheese on the bread.", "Grill it."],
    images: ["http://snacks.example/toast.jpg"],
  },
  plain: {
    name: "Grandma's lasagne",
    ingredients: ["250 g lasagne sheets", "1 can tomatoes", "2 balls of mozzarella, sliced"],
    steps: ["Heat the oven to 180 °C.", "Layer everything, cheese last.", "Bake for one hour."],
    prepMinutes: 90,
    servings: 4,
    tags: ["Dinner", "pasta", "oven"],
    images: ["https://www.blue-kitchen.example/lasagne.jpg"],
    sourceName: "Blue Kitchen",
  },
  quantities: {
    name: "Rye bread",
    ingredients: ["500 g rye flour", "350 ml water"],
    steps: ["Mix well.", "Bake at 220 °C."],
    prepMinutes: 70,
    servings: 12,
    tags: ["bread"],
  },
  steps: {
    name: "Green soup",
    ingredients: ["500 g peas", "1 l stock"],
    steps: ["Simmer the peas in the stock.", "Blend."],
    tags: ["soup"],
  },
};

describe("a page with a recipe", () => {
  test.each(Object.entries(pages))("The page with a recipe in the file %s is read", async (name, expected) => {
    const read = readPage(decodePage(await page(name), ""), address);
    expect<object | null>(read).toEqual({ ...blank, ...source, ...expected });
  });

  test("The reading of a page with a recipe stops at a time limit", () => {
    let now = 0;
    const tick = () => {
      now += 1_000;
      return now;
    };
    expect(readPage(`${recipePage()}${"<p>text</p>".repeat(20_000)}`, address, tick)).toBeNull();
    expect(readPage(recipePage(), address)?.name).toBe("Lentil soup");
  });

  test.each([
    ["PT4200S", 70],
    ["PT1H600S", 70],
    ["PT30S", 1],
    ["PT90M", 90],
    ["PT1,5H", 90],
    ["PT0D4H45M", 285],
    ["P0DT1H10M0.000S", 70],
    ["P2H30M", 150],
    ["P30M", 30],
    ["PTH30MS", 30],
    ["PT20 Mins", 20],
    ["pt 1h 10m", 70],
    ["P1D", 1_440],
    ["45", 45],
    [45, 45],
    ["1 hour and 10 minutes", 70],
    ["1½ hours", 90],
    ["1 Std. 15 Min.", 75],
    ["35 minuti", 35],
    ["15 to 30 minutes", 30],
    ["4200 seconds", 70],
    [{ "@type": "Duration", maxValue: "PT40M" }, 40],
    [{ "@type": "QuantitativeValue", value: 40, unitCode: "MIN" }, 40],
    [[{ "@value": "PT4200S" }], 70],
    ["PTundefinedM", null],
    ["PT-475323H41M52S", null],
    ["PT0S", null],
    ["P1W", null],
    ["Cook Time (approx.)", null],
  ])("The preparation time %j in a page is read", (totalTime, minutes) => {
    expect(readPage(recipePage({ totalTime }), address)?.prepMinutes ?? null).toBe(minutes);
  });

  test("The preparation and cooking times in a page are added up with their seconds", () => {
    const times = { prepTime: "PT90S", cookTime: "PT4110S" };
    expect(readPage(recipePage(times), address)?.prepMinutes).toBe(70);
  });

  const items = (...item: unknown[]) => item.map((each) => ({ "@type": "ListItem", item: each }));
  const step = (text: string) => ({ "@type": "HowToStep", text });
  test.each([
    ["in the items of a list", { "@type": "ItemList", itemListElement: items(step("Chop."), step("Boil.")) }],
    ["in an array of items", items(step("Chop."), step("Boil."))],
    ["as texts of items", { itemListElement: items("Chop.", "Boil.") }],
    [
      "in directions below items",
      items({ "@type": "HowToStep", itemListElement: items(step("Chop."), step("Boil.")) }),
    ],
    ["in items with names of their own", [{ "@type": "ListItem", name: "Step 1", item: step("Chop.") }, step("Boil.")]],
  ])("The steps of a recipe in a page are read %s", (_, recipeInstructions) => {
    expect(readPage(recipePage({ recipeInstructions }), address)?.steps).toEqual(["Chop.", "Boil."]);
  });

  test("The sections and ingredients of a recipe in a page are also read from lists of items", () => {
    const section = { "@type": "HowToSection", name: "Sauce", itemListElement: items(step("Stir."), step("Boil.")) };
    const recipeIngredient = { "@type": "ItemList", itemListElement: items("1 onion", { name: "1 l stock" }) };
    const read = readPage(recipePage({ recipeInstructions: items(section), recipeIngredient }), address);
    expect(read).toMatchObject({ ingredients: ["1 onion", "1 l stock"], steps: ["Sauce:", "Stir.", "Boil."] });
  });

  test("The source of a recipe is the address that the page names if that is on the site of the page", () => {
    const canonical = (href: string) => readPage(`<link rel="canonical" href="${href}">${recipePage()}`, address);
    expect(canonical("https://www.pies.example/pie")?.sourceUrl).toBe("https://www.pies.example/pie");
    for (const href of ["https://other.example/pie", "javascript:alert(1)", "https://a:b@pies.example/pie", "/"])
      expect(canonical(href)?.sourceUrl).toBe(address);
  });
});

const texts: Record<string, object> = {
  dutch: {
    name: "Erwtensoep",
    ingredients: ["500 g spliterwten", "1 prei", "1 rookworst"],
    steps: ["Kook de erwten een uur.", "Voeg de rest toe."],
    divider: 5,
    isCertain: true,
  },
  english: {
    name: "Banana bread",
    ingredients: ["3 ripe bananas", "200 g flour", "100 g sugar", "50 g icing sugar"],
    groups: [{ title: "For the glaze", at: 3 }],
    steps: ["Mash the bananas.", "Mix in the rest.", "Bake for an hour."],
    servings: 8,
    prepMinutes: 70,
    divider: 9,
    isCertain: true,
  },
  finnish: {
    name: "Karjalanpaisti",
    ingredients: ["500 g naudanlihaa", "2 sipulia"],
    steps: ["Kuutioi liha.", "Paista uunissa viisi tuntia."],
    divider: 4,
    isCertain: true,
  },
  french: {
    name: "Crêpes",
    ingredients: ["250 g de farine", "4 œufs", "50 cl de lait"],
    steps: ["Mélanger la farine et les œufs.", "Ajouter le lait.", "Cuire les crêpes."],
    divider: 5,
    isCertain: true,
  },
  german: {
    name: "Gulasch",
    ingredients: ["800 g Rindfleisch", "3 Zwiebeln", "2 EL Paprikapulver"],
    steps: ["Fleisch anbraten.", "Zwiebeln dazugeben.", "Zwei Stunden schmoren."],
    servings: 4,
    divider: 5,
    isCertain: true,
  },
  italian: {
    name: "Risotto",
    ingredients: ["300 g di riso", "1 l di brodo"],
    steps: ["Tostare il riso.", "Aggiungere il brodo poco a poco."],
    divider: 4,
    isCertain: true,
  },
  "no-headings-german": {
    name: "Rührei",
    ingredients: ["4 Eier"],
    steps: [
      "ein Schuss Milch",
      "Salz",
      "Die Eier mit der Milch verquirlen.",
      "In der Pfanne stocken lassen und salzen.",
    ],
    divider: 2,
    isCertain: false,
  },
  "no-headings": {
    name: "Chili sin carne",
    ingredients: ["2 cans kidney beans", "1 onion", "2 cloves garlic", "Salt"],
    steps: ["Chop the onion and the garlic and fry them in a large pot.", "Add the beans and simmer for half an hour."],
    divider: 5,
    isCertain: false,
  },
  spanish: {
    name: "Gazpacho",
    ingredients: ["1 kg de tomates", "1 pepino", "Sal"],
    steps: ["Triturar todo.", "Servir frío."],
    divider: 5,
    isCertain: true,
  },
  swedish: {
    name: "Köttbullar",
    ingredients: ["500 g köttfärs", "1 ägg"],
    steps: ["Blanda allt.", "Stek i smör."],
    divider: 4,
    isCertain: true,
  },
};

describe("a pasted text", () => {
  test.each(Object.entries(texts))(
    "The pasted text in the file %s is split into ingredients and steps",
    async (name, expected) => {
      const split = splitText(await text(name));
      const read = { ...recipeOf(split.lines), divider: split.divider, isCertain: split.isCertain };
      expect<object>(read).toEqual({ groups: [], servings: null, prepMinutes: null, ...expected });
    },
  );

  test("The amounts and numbers on separate lines of a pasted text are joined with the next line", () => {
    const copied = "Stew\nServings\n4\nIngredients\n2\ncups\nflour\n½\nonion\nSalt\nMethod\n1\nMix it.\n2\nCook it.";
    expect(recipeOf(splitText(copied).lines)).toMatchObject({
      name: "Stew",
      ingredients: ["2 cups flour", "½ onion", "Salt"],
      steps: ["Mix it.", "Cook it."],
    });
  });

  test("The types that a person chose for lines of a pasted text stay when the divider is moved", () => {
    const lines = ["Soup", "1 onion", "1 leek", "Salt", "Grandma's", "Boil it.", "Serve it."];
    const split = splitText(lines.join("\n"));
    const set = (at: number, kind: LineKind, { lines, ...rest }: SplitText): SplitText => ({
      ...rest,
      lines: lines.map((line, index) => (index === at ? { ...line, kind } : line)),
    });
    const kinds = ({ lines }: SplitText) => lines.map(({ kind }) => kind);
    const own = set(6, "nothing", set(4, "nothing", set(1, "group", { ...split, divider: 5 })));
    const before = kinds(own);
    const up = moveDivider(own, 3);
    expect(kinds(up)).toEqual(["name", "group", before[2] as LineKind, "step", "nothing", "step", "nothing"]);
    const down = moveDivider(up, 6);
    expect(kinds(down).slice(3)).toEqual(["ingredient", "nothing", "ingredient", "nothing"]);
    expect(kinds(moveDivider(down, 6))).toEqual(kinds(down));
  });

  test("The lines of a pasted text change between ingredients and steps if a person moves the divider", async () => {
    const split = splitText(await text("no-headings"));
    const moved = recipeOf(moveDivider(split, split.divider - 1).lines);
    expect(moved.steps[0]).toBe("Salt");
    expect(moveDivider(split, split.divider)).toEqual({ ...split, isCertain: true });
    for (const divider of [-5, 100]) expect(recipeOf(moveDivider(split, divider).lines).name).toBe("Chili sin carne");
  });
});

describe("the reader of recipes", () => {
  test("The reader of recipes ends a worker that takes too long, and continues with a new worker", async () => {
    const waiting: (() => void)[] = [];
    const impatient = {
      ...systemTimers,
      after: (_: number, run: () => void) => {
        waiting.push(run);
        return () => {};
      },
    };
    const reader = new RecipeReader(impatient);
    const read = (body: string) => reader.read({ bytes: Buffer.from(body), contentType: "", address });
    const [slow, next] = [read(recipePage()), read(recipePage({ name: "Next" }))];
    waiting[0]?.();
    expect(await slow).toBeNull();
    expect((await next)?.recipe.name).toBe("Next");
  });
});

describe("content that does not fit", () => {
  const fit = (more: object) => {
    const read = {
      name: "Soup",
      ingredients: ["Salt"],
      groups: [],
      steps: ["Boil."],
      servings: null,
      prepMinutes: null,
    };
    const { recipe, warnings } = fitRecipe({ ...read, ...more }) ?? {};
    return { ...(recipe as DraftRecipe), texts: warnings?.map(({ text }) => text) };
  };
  const words = (letters: number) => "stir it ".repeat(letters / 8).trim();

  test("The rest of a step that is too long is moved to the notes, until the notes are full", () => {
    const { instructions, notes, texts } = fit({ steps: [words(12_000)] });
    const left = 12_000 - 1 - instructions.length - notes.length - 2;
    expect(instructions.length).toBeGreaterThan(4_990);
    expect(notes.length).toBeGreaterThan(4_980);
    expect(notes.length).toBeLessThanOrEqual(5_000);
    expect(texts).toEqual([
      "The steps were too long: the last one is in the notes",
      `The notes were too long: ${left} characters were left out`,
    ]);
    expect(fit({ steps: [words(8_000)] }).texts).toEqual(["The steps were too long: the last one is in the notes"]);
  });

  test("The warning about steps that do not fit counts only the steps that were moved to the notes", () => {
    const steps = ["Boil.", words(4_800), words(4_800), words(4_000), "End."];
    const { notes, texts } = fit({ steps });
    expect(notes.split("\n")[0]).toBe(words(4_800));
    expect(texts?.[0]).toBe("The steps were too long: the last 2 are in the notes");
    expect(texts?.[1]).toMatch(/^The notes were too long: 38\d\d characters were left out$/);
  });

  test("The warnings about content that does not fit have a singular and a plural", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index} g salt`);
    expect(fit({ ingredients: lines(101) }).texts).toEqual([
      "A recipe has at most 100 ingredients: 1 more is in the notes",
    ]);
    expect(fit({ ingredients: lines(102) }).texts).toEqual([
      "A recipe has at most 100 ingredients: 2 more are in the notes",
    ]);
    const notes = "a".repeat(5_001);
    expect(fit({ steps: ["x".repeat(4_999), notes] }).texts?.at(-1)).toBe(
      "The notes were too long: 1 character was left out",
    );
  });
});
