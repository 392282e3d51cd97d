import type { TargetedClipboardEvent, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { type FieldError, FieldSet } from "#web/ui/controls/field.tsx";
import { ArrowDown, ArrowUp, Plus, X } from "#web/ui/icons.ts";
import { type DraftLine, draftLine, isTooLong } from "./model/draft.ts";

type Props = {
  lines: readonly DraftLine[];
  error: FieldError;
  onChange: (lines: readonly DraftLine[]) => void;
};

/** Editor with one field for each ingredient. Enter adds a field; each pasted line gets a field of its own. */
export function IngredientsEditor({ lines, error, onChange }: Props) {
  const { recipes: text } = useText();
  const list = useRef<HTMLOListElement>(null);
  const nextFocus = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (nextFocus.current === null) return;
    const field = list.current?.querySelector<HTMLInputElement>(`[data-line="${nextFocus.current}"]`);
    nextFocus.current = null;
    field?.focus();
    field?.scrollIntoView({ block: "nearest" });
  });

  const splice = (index: number, count: number, ...made: DraftLine[]) =>
    onChange(lines.toSpliced(index, count, ...made));
  const addAfter = (index: number) => {
    const made = draftLine("");
    nextFocus.current = made.id;
    splice(index + 1, 0, made);
  };
  const remove = (index: number) => {
    nextFocus.current = (lines[index - 1] ?? lines[index + 1])?.id ?? null;
    splice(index, 1);
  };
  const move = (index: number, by: number) => {
    const line = lines[index];
    if (!line || !lines[index + by]) return;
    const others = lines.toSpliced(index, 1);
    onChange(others.toSpliced(index + by, 0, line));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>, index: number) => {
    const { key, altKey, currentTarget } = event;
    const isAtEnd = index === lines.length - 1 && currentTarget.value === "";
    if (key === "Enter" && !isAtEnd && !event.isComposing) addAfter(index);
    else if (key === "Backspace" && currentTarget.value === "" && lines.length > 1) remove(index);
    else if (altKey && key === "ArrowUp") move(index, -1);
    else if (altKey && key === "ArrowDown") move(index, 1);
    else if (key !== "Enter") return;
    event.preventDefault();
  };
  const paste = (event: TargetedClipboardEvent<HTMLInputElement>, line: DraftLine, index: number) => {
    const pasted = (event.clipboardData?.getData("text") ?? "").split(/\r?\n/);
    if (pasted.length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const before = line.text.slice(0, selectionStart ?? line.text.length);
    const after = line.text.slice(selectionEnd ?? line.text.length);
    const whole = `${before}${pasted.join("\n")}${after}`.split("\n").map((each) => each.replace(bullet, "").trim());
    const made = whole.filter(Boolean).map(draftLine);
    nextFocus.current = made.at(-1)?.id ?? null;
    splice(index, 1, ...made);
  };

  return (
    <FieldSet label={text.ingredients} hint={text.ingredientsHint} error={error}>
      <ol className="recipes-lines" ref={list}>
        {lines.map((line, index) => {
          const name = line.text.trim() || text.emptyLine;
          return (
            <li key={line.id}>
              {line.title !== undefined && <strong>{line.title}</strong>}
              <input
                className="input"
                data-line={line.id}
                aria-label={text.ingredient(index + 1)}
                aria-invalid={(error && isTooLong(line.text)) || undefined}
                autoComplete="off"
                enterkeyhint="next"
                value={line.text}
                onChange={(event) => splice(index, 1, { ...line, text: event.currentTarget.value })}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPaste={(event) => paste(event, line, index)}
              />
              <IconButton aria-label={text.moveUp(name)} disabled={index === 0} onClick={() => move(index, -1)}>
                <ArrowUp />
              </IconButton>
              <IconButton
                aria-label={text.moveDown(name)}
                disabled={index === lines.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowDown />
              </IconButton>
              <IconButton aria-label={text.removeIngredient(name)} onClick={() => remove(index)}>
                <X />
              </IconButton>
            </li>
          );
        })}
      </ol>
      <Button variant="quiet" icon={<Plus />} onClick={() => addAfter(lines.length - 1)}>
        {text.addIngredient}
      </Button>
    </FieldSet>
  );
}

/** Matches a bullet or checkbox at the start of a pasted line. */
const bullet = /^\s*(?:[-*•–☐]|\[ ?\])\s+/;
