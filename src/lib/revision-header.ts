/** The header of answers to the app with the household's revision that the data have at least. */
export const revisionHeader = "X-Revision";
