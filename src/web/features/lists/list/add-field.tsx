import type { RefObject, TargetedSubmitEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { FileText, Heading, Minus, Plus, SquareCheck } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { useKeyboardInset } from "#web/ui/overlay/use-keyboard-inset.ts";
import { add, addPasted } from "../model/block-actions.ts";
import { renderKey } from "../model/keys.ts";
import { hasLines, pastedItems } from "../model/paste.ts";
import type { BlockType, List } from "../model/source.ts";

const icons = { task: <SquareCheck />, header: <Heading />, paragraph: <FileText />, divider: <Minus /> };
const kinds = ["task", "header", "paragraph"] as const;

type Props = {
  list: List;
  startsHere: boolean;
  /** Element that contains the rows. It is scrolled until a newly added row is visible. The default is the page. */
  within?: RefObject<HTMLElement | null>;
  /** Whether the field can only add items, not headings, notes or dividers. */
  isPlain?: boolean;
};

export function AddField({ list, startsHere, within, isPlain = false }: Props) {
  const { lists } = useText();
  const [text, setText] = useState("");
  const [type, setType] = useState<BlockType>("task");
  const [hasFocus, setFocus] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useKeyboardInset(hasFocus);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list is opened
  useLayoutEffect(() => {
    if (startsHere) field.current?.focus();
  }, []);

  const show = (id: string) => showRow(id, within?.current ?? document);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const content = text.trim();
    field.current?.focus();
    if (!content) return;
    show(add(list, type, content, {}));
    setText("");
    setType("task");
  };
  const paste = (pasted: string): boolean => {
    if (!hasLines(pasted)) return false;
    const last = addPasted(list, pastedItems(pasted), {});
    if (last) show(last);
    return true;
  };
  const choices = kinds.map((kind) => ({
    label: lists.types[kind],
    icon: icons[kind],
    checked: kind === type,
    onSelect: () => {
      setType(kind);
      requestAnimationFrame(() => field.current?.focus());
    },
  }));
  const line = {
    label: lists.types.divider,
    icon: icons.divider,
    startsGroup: true,
    onSelect: () => show(add(list, "divider", "", {})),
  };

  return (
    <form className="lists-add" onSubmit={submit}>
      <div>
        {!isPlain && (
          <Menu
            label={lists.list.addType}
            items={[...choices, line]}
            align="start"
            trigger={<IconButton aria-label={`${lists.list.addType}: ${lists.types[type]}`}>{icons[type]}</IconButton>}
          />
        )}
        <input
          ref={field}
          className="lists-add-text"
          aria-label={lists.list.add}
          placeholder={lists.list.addPlaceholder}
          autoComplete="off"
          enterkeyhint="next"
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onPaste={(event) => {
            if (paste(event.clipboardData?.getData("text/plain") ?? "")) event.preventDefault();
          }}
        />
        {/* Keeps the focus, and with it the on-screen keyboard, in the field. */}
        <Button type="submit" variant="primary" icon={<Plus />} onPointerDown={(event) => event.preventDefault()}>
          {lists.list.addButton}
        </Button>
      </div>
    </form>
  );
}

function showRow(id: string, within: ParentNode): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      within.querySelector(`[data-row="${CSS.escape(renderKey(id))}"]`)?.scrollIntoView({ block: "nearest" });
    }),
  );
}
