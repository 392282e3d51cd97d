/** The longest name of a recipe in code points. All lengths in this file are in code points. */
export const maxName = 200;
/** The longest ingredient, heading, or name of a source in code points. */
export const maxLine = 200;
export const maxIngredients = 100;
export const maxGroups = 20;
export const maxInstructions = 5_000;
export const maxNotes = 5_000;
export const maxPrepMinutes = 1_440;
export const maxServings = 100;
export const maxTags = 10;
export const maxTagLength = 30;
