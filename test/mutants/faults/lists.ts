/** Faults of lists. */
import type { Mutant } from "../mutant.ts";

const board = ["test/browser/lists/board.test.ts"];
const items = ["test/browser/lists/items.test.ts"];
const sheets = ["test/browser/lists/sheets.test.ts"];
const shop = ["test/browser/lists/shop.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "A child finds “Delete list” in the menu of a list on the board",
    file: "src/web/features/lists/board/board-menus.tsx",
    find: "<Menu label={lists.board.more(name)} items={isAdult ? [...items, remove] : items} />;\n}\n\nexport function SectionMenu",
    replace: "<Menu label={lists.board.more(name)} items={[...items, remove]} />;\n}\n\nexport function SectionMenu",
    tests: board,
  },
  {
    fault: "“Move down” in the menu of a list does not move it",
    file: "src/web/features/lists/board/board-menus.tsx",
    find: "order(withMoved(siblings, id, siblings[at + 1] ?? null))",
    replace: "order(withMoved(siblings, id, siblings[at - 1] ?? null))",
    tests: board,
  },
  {
    fault: "A finger that rests on a list opens no menu",
    file: "src/web/features/lists/board/board.tsx",
    find: "put(sections, drop)} onHold={openMenu}>",
    replace: "put(sections, drop)}>",
    tests: board,
  },
  {
    fault: "A new list gets the icon of a list whose name says nothing",
    file: "src/web/features/lists/board/new-list-sheet.tsx",
    find: "const icon = draft.icon ?? guessIcon(name);",
    replace: 'const icon = draft.icon ?? guessIcon("");',
    tests: board,
  },
  {
    fault: "The preview of a template leaves out its first item",
    file: "src/web/features/lists/board/template-choice.tsx",
    find: "all.slice(0, shownItems).map",
    replace: "all.slice(1, shownItems).map",
    tests: board,
  },
  {
    fault: "The button beside the field for new items takes the focus from it",
    file: "src/web/features/lists/list/add-field.tsx",
    find: "    field.current?.focus();\n    if (!content) return;",
    replace: "    field.current?.blur();\n    if (!content) return;",
    tests: items,
  },
  {
    fault: "The on-screen keyboard covers the field for new items",
    file: "src/web/features/lists/lists.css",
    find: "calc(max(var(--bar), var(--keyboard, 0px)) +",
    replace: "calc(var(--bar) +",
    tests: items,
  },
  {
    fault: "Pasted lines that follow an edited item go to the end of the list",
    file: "src/web/features/lists/list/use-items.ts",
    find: "actions.addPasted(latest.current.list, items, place(draftPosition))",
    replace: "actions.addPasted(latest.current.list, items, {})",
    tests: items,
  },
  {
    fault: "An item that is dragged onto another one is not nested",
    file: "src/web/features/lists/list/use-row-drag.ts",
    find: "row.parentId === null ? across > deepPx : across > -deepPx",
    replace: "row.parentId !== null && across > -deepPx",
    tests: items,
  },
  {
    fault: "An item that is moved while somebody adds another one stays where it was",
    file: "src/web/features/lists/model/resend.ts",
    find: "return others.toSpliced(before === undefined ? 0 : others.indexOf(before) + 1, 0, moved);",
    replace: "return [...current];",
    tests: items,
  },
  {
    fault: "The sheet of an item turns it into a heading without a warning",
    file: "src/web/features/lists/item/item-sheet.tsx",
    find: "if (lossesOf(lists.item.loses, block, type).length > 0) setPendingType(type);",
    replace: "if (lossesOf(lists.item.loses, block, type).length > 99) setPendingType(type);",
    tests: sheets,
  },
  {
    fault: "The search for photos asks nobody before it sends words to the internet",
    file: "src/web/features/lists/cover/photo-search.tsx",
    find: "if (service !== null && !data.isAllowed) return",
    replace: "if (service === null && !data.isAllowed) return",
    tests: sheets,
  },
  {
    fault: "A tick in shop mode takes the focus from the field for new items",
    file: "src/web/features/lists/list/shop-mode.tsx",
    find: "if (!focused || items.current?.contains(focused)) boxes()",
    replace: "boxes()",
    tests: shop,
  },
  {
    fault: "Shop mode does not keep the screen on",
    file: "src/web/ui/use-wake-lock.ts",
    find: "    void take();\n",
    replace: "",
    tests: shop,
  },
  {
    fault: "The bar of a list shows no title after scrolling",
    file: "src/web/features/lists/list/list-header.tsx",
    find: "setAbove(!entry.isIntersecting && entry.boundingClientRect.top < 0)",
    replace: "setAbove(entry.isIntersecting && entry.boundingClientRect.top < 0)",
    tests: shop,
  },
];
