import { CoverSheet } from "../cover/cover-sheet.tsx";
import { SettingsSheet } from "../list/settings-sheet.tsx";
import type { List, Section } from "../model/source.ts";
import { useSheet } from "../model/use-sheet.ts";
import { ArrangeSheet } from "./arrange-sheet.tsx";
import { NewListSheet } from "./new-list-sheet.tsx";
import { SectionSheet } from "./section-sheet.tsx";

/** Whichever sheet of the board the address names. */
export function BoardSheets({ sections }: { sections: readonly Section[] }) {
  const {
    value: { sheet, about },
    close,
  } = useSheet();
  const list = sections.flatMap(({ lists }) => lists).find(({ id }) => id === about);
  return (
    <>
      {sheet === "new" && <NewListSheet sections={sections} sectionId={about} onClose={close} />}
      {sheet === "section" && <SectionSheet section={sections.find(({ id }) => id === about)} onClose={close} />}
      {sheet === "arrange" && <ArrangeSheet sections={sections} onClose={close} />}
      {list && <ListSheets list={list} />}
    </>
  );
}

/** Those that are about one list: also within it. */
export function ListSheets({ list }: { list: List }) {
  const {
    value: { sheet },
    close,
  } = useSheet();
  return (
    <>
      {sheet === "settings" && <SettingsSheet list={list} onClose={close} />}
      {sheet === "cover" && <CoverSheet list={list} onClose={close} />}
    </>
  );
}
