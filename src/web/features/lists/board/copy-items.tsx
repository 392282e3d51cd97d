import { useText } from "#web/i18n/catalogue.ts";
import { ClipboardList, Copy } from "#web/ui/icons.ts";
import type { MenuItem } from "#web/ui/overlay/menu.tsx";
import { duplicate, saveAsTemplate } from "../model/copies.ts";
import type { ListSummary } from "../model/source.ts";

export function useCopyItems(list: ListSummary, onCopied: (id: string) => void = () => {}): MenuItem[] {
  const { copy } = useText().lists;
  return [
    { label: copy.duplicate, icon: <Copy />, startsGroup: true, onSelect: () => onCopied(duplicate(list)) },
    { label: copy.save, icon: <ClipboardList />, onSelect: () => saveAsTemplate(list) },
  ];
}
