/** What this page is told from others by, the other tabs of the same browser. */
import { randomId } from "./ids.ts";

const key = "inglenook-page";

/**
 * Survives a reload of this tab, so that it takes up its own at once. It is put down only while the page changes: a tab that is
 * a copy of this one gets one of its own.
 */
export const page = takeUp() ?? randomId();

window.addEventListener("pagehide", () => tried(() => sessionStorage.setItem(key, page)));
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) takeUp();
});

function takeUp(): string | null {
  return tried(() => {
    const id = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return id;
  });
}

/** Some windows forbid storage. */
function tried<Answer>(run: () => Answer): Answer | null {
  try {
    return run();
  } catch {
    return null;
  }
}
