/** Of answers to the app: the household's revision that the data have at least. */
export const revisionHeader = "X-Revision";
