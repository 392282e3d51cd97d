/**
 * Words of one language that the app recognises in typed text, in lower case. The app always looks for the words of all
 * supported languages, because a family often speaks two languages.
 */
export type TypedWords = {
  /**
   * Search terms for screens, parts of the settings, and actions. The key is the id of the screen, part of the
   * settings, or action.
   */
  readonly search: Readonly<Record<string, string>>;
};
