import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useIsAdult } from "#web/sync/session.ts";
import { ArrowDown, ArrowUp, Image, ListChecks, ListPlus, MoveRight, Pencil, Star, Trash2 } from "#web/ui/icons.ts";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { deleteList, deleteSection, moveList, orderLists, orderSections, setList } from "../model/board-writes.ts";
import type { ListSummary, Section } from "../model/source.ts";
import { withMoved } from "../model/tree.ts";
import { useSheet } from "../model/use-sheet.ts";
import { useCopyItems } from "./copy-items.tsx";
import { useFollowItem } from "./follow-item.tsx";

export function ListMenu({ list, sections }: { list: ListSummary; sections: readonly Section[] }) {
  const { lists } = useText();
  const isAdult = useIsAdult();
  const { open } = useSheet();
  const { id, name, favorite, sectionId } = list;
  const siblings = sections.find((section) => section.id === sectionId)?.lists.map((each) => each.id) ?? [];
  const at = siblings.indexOf(id);
  const order = (ids: string[]) => perform(orderLists, { sectionId, ids, moved: id, name });
  const others = sections.filter((section) => section.id !== sectionId);
  const items: MenuItem[] = [
    { label: lists.board.settings, icon: <Pencil />, onSelect: () => open({ sheet: "settings", about: id }) },
    { label: lists.board.cover, icon: <Image />, onSelect: () => open({ sheet: "cover", about: id }) },
    {
      label: favorite ? lists.board.dropFavorite : lists.board.addFavorite,
      icon: <Star />,
      onSelect: () => perform(setList, { id, name, settings: { favorite: !favorite } }),
    },
    ...useFollowItem(list),
    ...useCopyItems(list),
    {
      label: lists.board.moveUp,
      icon: <ArrowUp />,
      disabled: at <= 0,
      startsGroup: true,
      onSelect: () => order(withMoved(siblings, id, siblings[at - 2] ?? null)),
    },
    {
      label: lists.board.moveDown,
      icon: <ArrowDown />,
      disabled: at === siblings.length - 1,
      onSelect: () => order(withMoved(siblings, id, siblings[at + 1] ?? null)),
    },
    ...others.map((section) => ({
      label: lists.board.moveTo(section.name),
      icon: <MoveRight />,
      onSelect: () => void perform(moveList, { id, name, sectionId: section.id, section: section.name }),
    })),
  ];
  const remove: MenuItem = {
    label: lists.board.delete,
    icon: <Trash2 />,
    danger: true,
    startsGroup: true,
    onSelect: () => perform(deleteList, { id, name }),
  };
  return <Menu label={lists.board.more(name)} items={isAdult ? [...items, remove] : items} />;
}

export function SectionMenu({ section, sections }: { section: Section; sections: readonly Section[] }) {
  const { lists } = useText();
  const isAdult = useIsAdult();
  const { open } = useSheet();
  const { id, name } = section;
  const ids = sections.map((each) => each.id);
  const at = ids.indexOf(id);
  const order = (next: string[]) => perform(orderSections, { ids: next, moved: id, name });
  const isFull = section.lists.length > 0;
  const items: MenuItem[] = [
    { label: lists.newList, icon: <ListPlus />, onSelect: () => open({ sheet: "new", about: id }) },
    { label: lists.form.renameSection, icon: <Pencil />, onSelect: () => open({ sheet: "section", about: id }) },
    {
      label: lists.board.moveUp,
      icon: <ArrowUp />,
      disabled: at <= 0,
      startsGroup: true,
      onSelect: () => order(withMoved(ids, id, ids[at - 2] ?? null)),
    },
    {
      label: lists.board.moveDown,
      icon: <ArrowDown />,
      disabled: at === ids.length - 1,
      onSelect: () => order(withMoved(ids, id, ids[at + 1] ?? null)),
    },
    {
      label: lists.board.arrange,
      icon: <ListChecks />,
      disabled: ids.length < 2,
      onSelect: () => open({ sheet: "arrange" }),
    },
  ];
  const remove: MenuItem = {
    label: isFull ? lists.board.deleteFullSection : lists.board.deleteSection,
    icon: <Trash2 />,
    danger: true,
    disabled: isFull,
    startsGroup: true,
    onSelect: () => perform(deleteSection, { id, name }),
  };
  return <Menu label={lists.board.more(name)} items={isAdult ? [...items, remove] : items} />;
}
