/** Code points of a recipe's name. Other lengths in this file are in code points, too. */
export const maxName = 200;
/** Code points of an ingredient, a heading, or the name of a source. */
export const maxLine = 200;
export const maxIngredients = 100;
export const maxGroups = 20;
export const maxInstructions = 5_000;
export const maxNotes = 5_000;
export const maxPrepMinutes = 1_440;
export const maxServings = 100;
export const maxTags = 10;
export const maxTagLength = 30;
