/** What screen readers hear of drags: one live region for the whole page, and how to drag by keyboard. */
/** The id of the help for keyboards, for `aria-describedby`. */
export const helpId = "drag-help";

let region: HTMLElement | null = null;

/** Gets ready to speak: a region is heard only if it was there before its words. */
export function prepareToSay(help: string): void {
  if (!region) {
    region = document.createElement("div");
    region.className = "visually-hidden";
    region.setAttribute("aria-live", "assertive");
    document.body.append(region);
  }
  const existing = document.getElementById(helpId);
  const element = existing ?? document.createElement("p");
  element.id = helpId;
  element.hidden = true;
  element.textContent = help;
  if (!existing) document.body.append(element);
}

/** Says something at once. */
export function say(words: string): void {
  if (region) region.textContent = words;
}
