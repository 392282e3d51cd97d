import type { TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type LineKind, moveDivider, type SplitText } from "#kitchen/recipe-import/text.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { GripHorizontal } from "#web/ui/icons.ts";

const kinds = ["name", "group", "ingredient", "step", "nothing"] as const satisfies readonly LineKind[];
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Shows how the app reads each line of a pasted text, for example as an ingredient or a step. A divider separates the
 * ingredients from the steps. If the user drags the divider past a line, the line changes its kind, for example from a
 * step to an ingredient.
 */
export function SplitLines({ split, onChange }: { split: SplitText; onChange: (split: SplitText) => void }) {
  const { recipes } = useText();
  const { import: text } = recipes;
  const list = useRef<HTMLUListElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const isByKey = useRef(false);
  const { lines, divider } = split;
  const move = (to: number) => {
    const next = moveDivider(split, to);
    if (next.divider !== divider) onChange(next);
  };
  // The divider moves in the list, and would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move
  useLayoutEffect(() => {
    if (isByKey.current) handle.current?.focus();
    isByKey.current = false;
  }, [divider]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    isByKey.current = true;
    move(divider + by);
  };
  /**
   * Drags the divider between the ingredients and the steps. The line under the pointer becomes the first step. The
   * pointer is captured by the list and not by the divider. The divider moves to another place in the document during
   * the drag, and would lose the capture.
   */
  const onPointerMove = ({ clientY, currentTarget, pointerId }: TargetedPointerEvent<HTMLElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const rows = [...currentTarget.querySelectorAll<HTMLElement>("[data-line]")];
    const index = rows.findIndex((row) => row.getBoundingClientRect().bottom > clientY);
    move(index < 0 ? lines.length : index);
  };
  const setKind = (index: number, kind: LineKind) => {
    const isName = kind === "name";
    const changed = lines.map((line, at) => {
      if (at === index) return { ...line, kind };
      return isName && line.kind === "name" ? { ...line, kind: "nothing" as const } : line;
    });
    onChange({ ...split, lines: changed });
  };
  const rows = lines.map(({ text: line, kind }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else, and may be alike
    <li key={index} className="recipes-line" data-line={index} data-kind={kind}>
      <span>{line}</span>
      <Select
        label={text.kindOf(line)}
        hideLabel
        value={kind}
        options={kinds.map((value) => ({ value, label: text.kinds[value] }))}
        onChange={(value) => setKind(index, value)}
      />
    </li>
  ));
  const separator = (
    <li key="divider">
      {/* biome-ignore lint/a11y/useSemanticElements: it moves */}
      <div
        ref={handle}
        role="separator"
        tabIndex={0}
        className="recipes-divider"
        aria-label={text.divider}
        aria-valuenow={divider}
        aria-valuemin={0}
        aria-valuemax={lines.length}
        onKeyDown={onKeyDown}
        onPointerDown={({ pointerId }) => list.current?.setPointerCapture(pointerId)}
      >
        <GripHorizontal /> {text.dividerText}
      </div>
    </li>
  );
  return (
    <section className="recipes-split" aria-labelledby="recipes-split">
      <h3 id="recipes-split">{text.lines}</h3>
      <p className="small soft">{text.linesHint}</p>
      <ul ref={list} onPointerMove={onPointerMove}>
        {rows.toSpliced(divider, 0, separator)}
      </ul>
    </section>
  );
}
