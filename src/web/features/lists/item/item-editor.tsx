import type { TargetedClipboardEvent, TargetedKeyboardEvent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";

type Props = {
  /** Saved text of the item, which other people may change during the edit. */
  text: string;
  /**
   * Called with the text when the field loses the focus or is removed, unless the edit has ended in another way. `was`
   * is the text at the start of the edit.
   */
  onSave: (text: string, was: string) => void;
  onEnter: (text: string, was: string) => void;
  /** Called when the user presses Escape. */
  onCancel: () => void;
  onErase: () => void;
  /**
   * Called when the user presses Tab (1) or Shift+Tab (-1). Returns false if the item cannot be indented or outdented.
   */
  onNest: (by: -1 | 1, text: string) => boolean;
  /**
   * Called when the user presses the up key (-1) at the start of the text, or the down key (1) at its end. If the text
   * has only one line, also called when the cursor is in the middle. Returns false if there is no row above or below to
   * go to.
   */
  onGo: (by: -1 | 1) => boolean;
  onStep: (by: -1 | 1) => void;
  onPaste: (text: string) => boolean;
  onLeave: () => void;
  isNote?: boolean;
};

/** Editor of an item's text. The text is saved when the field loses the focus or is removed from the screen. */
export function ItemEditor(props: Props) {
  const { lists } = useText();
  const { text, isNote = false } = props;
  const [draft, setDraft] = useState(text);
  const was = useRef(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const isSettled = useRef(false);
  const latest = useRef({ draft, onSave: props.onSave });
  latest.current = { draft, onSave: props.onSave };

  // Changes by others replace the text until the user edits it.
  useEffect(() => {
    if (latest.current.draft !== was.current || text === was.current) return;
    was.current = text;
    setDraft(text);
  }, [text]);

  useLayoutEffect(() => {
    const field = area.current;
    isSettled.current = false;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
    const saveOnce = () => {
      if (!isSettled.current) latest.current.onSave(latest.current.draft, was.current);
      isSettled.current = true;
    };
    window.addEventListener("pagehide", saveOnce);
    return () => {
      window.removeEventListener("pagehide", saveOnce);
      saveOnce();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft changes the height
  useLayoutEffect(() => grow(area.current), [draft]);

  /** Runs `act`, which ends the edit. When the field then loses the focus, the text is not saved again. */
  const settle = (act: () => unknown) => {
    isSettled.current = true;
    act();
  };
  const save = () => props.onSave(draft, was.current);

  /** Moves the row up or down. Focuses the field again afterwards, because a moved element loses the focus. */
  const step = (by: -1 | 1) => {
    settle(() => props.onStep(by));
    requestAnimationFrame(() => {
      area.current?.focus();
      isSettled.current = false;
    });
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.isComposing) return;
    if (handle(event)) event.preventDefault();
  };
  const handle = ({ key, shiftKey, altKey, currentTarget }: TargetedKeyboardEvent<HTMLTextAreaElement>): boolean => {
    const by = key === "ArrowUp" ? -1 : 1;
    const isArrow = key === "ArrowUp" || key === "ArrowDown";
    if (isArrow && altKey) return handled(() => step(by));
    if (isArrow && isAtEdge(currentTarget, by)) return props.onGo(by);
    if (key === "Enter" && !shiftKey && !isNote) return handled(() => settle(() => props.onEnter(draft, was.current)));
    if (key === "Escape") return handled(() => settle(props.onCancel));
    if (key === "Backspace" && draft === "") return handled(() => settle(props.onErase));
    if (key !== "Tab") return false;
    isSettled.current = true;
    const isNested = props.onNest(shiftKey ? -1 : 1, draft);
    isSettled.current = isNested;
    return isNested;
  };

  const onPaste = (event: TargetedClipboardEvent<HTMLTextAreaElement>) => {
    if (!isNote && props.onPaste(event.clipboardData?.getData("text/plain") ?? "")) event.preventDefault();
  };

  return (
    <textarea
      ref={area}
      className="lists-editor"
      rows={1}
      maxLength={2_000}
      aria-label={lists.item.write}
      enterkeyhint={isNote ? "enter" : "next"}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={() => {
        if (isSettled.current) return;
        settle(save);
        props.onLeave();
      }}
    />
  );
}

function handled(act: () => unknown): true {
  act();
  return true;
}

function isAtEdge({ selectionStart, selectionEnd, value, scrollHeight }: HTMLTextAreaElement, by: -1 | 1): boolean {
  const isOneLine = scrollHeight < 64 && !value.includes("\n");
  if (isOneLine) return true;
  return by === -1 ? selectionEnd === 0 : selectionStart === value.length;
}

/** Whether the browser supports the CSS property `field-sizing`, which makes the field as high as its text. */
const growsByItself = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");

function grow(field: HTMLTextAreaElement | null): void {
  if (!field || growsByItself) return;
  field.style.blockSize = "auto";
  field.style.blockSize = `${field.scrollHeight}px`;
}
