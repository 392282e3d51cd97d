/** Recognises headings of recipes in ten languages. */

export type HeadingKind = "ingredients" | "steps" | "end";

const headingTexts: Readonly<Record<HeadingKind, string>> = {
  ingredients:
    "ingredients, ingredient list, the ingredients, what you need, what you'll need, you will need, zutaten, " +
    "zutatenliste, ingrédients, les ingrédients, ingredientes, los ingredientes, ingredienti, " +
    "gli ingredienti, ingrediënten, benodigdheden, składniki, ingredienser, ingrediens, ingredienserna, " +
    "du behöver, du skal bruge, du trenger, ainekset, raaka-aineet, ainesosat",
  steps:
    "instructions, directions, method, preparation, steps, how to make it, how to make, procedure, " +
    "preparation method, cooking instructions, preparation steps, step by step, zubereitung, anleitung, " +
    "so geht's, so wird's gemacht, zubereitungsschritte, arbeitsschritte, préparation, " +
    "instructions de préparation, étapes, réalisation, la préparation, la recette, preparación, elaboración, " +
    "instrucciones, pasos, modo de preparación, cómo se hace, preparo, modo de preparo, modo de preparação, " +
    "preparação, instruções, preparazione, procedimento, istruzioni, come preparare, esecuzione, bereiding, " +
    "bereidingswijze, instructies, werkwijze, zo maak je het, aan de slag, przygotowanie, " +
    "sposób przygotowania, sposób wykonania, wykonanie, instrukcje, gör så här, så här gör du, tillagning, " +
    "instruktioner, anvisning, fremgangsmåde, sådan gør du, tilberedning, fremgangsmåte, slik gjør du, " +
    "slik gjør du det, oppskrift, valmistus, valmistusohje, ohje, ohjeet, näin teet",
  end:
    "notes, recipe notes, nutrition, nutrition facts, nutrition information, nutritional information, " +
    "comments, reviews, tips, tip, related recipes, you may also like, leave a comment, equipment, " +
    "leave a reply, share this, share, video, did you make this recipe, reader interactions, about, " +
    "nährwerte, notizen, tipps, tipp, kommentare, bewertungen, das könnte dich auch interessieren, " +
    "remarques, astuces, commentaires, valeurs nutritionnelles, notas, consejos, comentarios, note, " +
    "consigli, commenti, dicas, comentários, reacties, voedingswaarden, uwagi, komentarze, tips!, " +
    "kommentarer, näringsvärde, kommentit, vinkit, noter, næringsindhold",
};

const kinds = new Map<string, HeadingKind>();
for (const kind of ["end", "steps", "ingredients"] as const)
  for (const word of headingTexts[kind].split(", ")) kinds.set(word, kind);

const maxHeading = 60;

/** Returns the kind of heading that a line is, such as `Zutaten für 4 Personen:`. Null if the line is not a heading. */
export function headingOf(line: string): HeadingKind | null {
  if (line.length > maxHeading) return null;
  const text = line
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[^\p{L}\p{N}'()\s-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const bare = text
    .replace(/\s*\(.*$/, "")
    .replace(/\s(?:for|für|pour|para|per|voor|för|til|dla|do)\s.{0,40}$/u, "")
    .trim();
  return kinds.get(text) ?? kinds.get(bare) ?? null;
}
