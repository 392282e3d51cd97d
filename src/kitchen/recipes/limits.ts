/** Lengths are in code points. */
export const maxName = 200;
/** Of an ingredient, a heading, and the name of a source. */
export const maxLine = 200;
export const maxIngredients = 100;
export const maxGroups = 20;
export const maxInstructions = 5_000;
export const maxNotes = 5_000;
export const maxPrepMinutes = 1_440;
export const maxServings = 100;
export const maxTags = 10;
export const maxTagLength = 30;
