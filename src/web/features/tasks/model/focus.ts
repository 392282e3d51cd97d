/** Where the focus goes when what has it goes away. */

const rows = ".task";
const first = "input, button";

/** Call it before a row is ticked or deleted: should the focus be lost with it, the nearest row gets it, or the field. */
export function keepFocus(inside: Element): void {
  const row = inside.closest(rows);
  const all = [...document.querySelectorAll(rows)];
  const at = row ? all.indexOf(row) : -1;
  const [next, previous] = [all[at + 1], all[at - 1]];
  const isLost = () => !document.activeElement || document.activeElement === document.body;
  // The second frame is after the row has gone, and a menu that was over it.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!isLost() || row?.isConnected) return;
      const place = [next, previous].find((each) => each?.isConnected)?.querySelector<HTMLElement>(first);
      (place ?? document.querySelector<HTMLElement>(".tasks-add input"))?.focus({ preventScroll: true });
    }),
  );
}
