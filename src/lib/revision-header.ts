/**
 * The header of answers to the app that holds a revision of the household. The data in the answer are at least as new
 * as this revision.
 */
export const revisionHeader = "X-Revision";
