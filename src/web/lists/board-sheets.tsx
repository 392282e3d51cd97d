import { lazy, Suspense } from "react";
import type { List, Section } from "./source.ts";
import { useSheet } from "./use-sheet.ts";

const NewListSheet = lazy(() => import("./new-list-sheet.tsx").then((it) => ({ default: it.NewListSheet })));
const SettingsSheet = lazy(() => import("./settings-sheet.tsx").then((it) => ({ default: it.SettingsSheet })));
const CoverSheet = lazy(() => import("./cover-sheet.tsx").then((it) => ({ default: it.CoverSheet })));
const SectionSheet = lazy(() => import("./section-sheet.tsx").then((it) => ({ default: it.SectionSheet })));
const ArrangeSheet = lazy(() => import("./arrange-sheet.tsx").then((it) => ({ default: it.ArrangeSheet })));

/** Whichever sheet of the board the address names. */
export function BoardSheets({ sections }: { sections: readonly Section[] }) {
  const { sheet, about, close } = useSheet();
  const list = sections.flatMap(({ lists }) => lists).find(({ id }) => id === about);
  return (
    <Suspense fallback={null}>
      {sheet === "new" && <NewListSheet sections={sections} sectionId={about} onClose={close} />}
      {sheet === "section" && <SectionSheet section={sections.find(({ id }) => id === about)} onClose={close} />}
      {sheet === "arrange" && <ArrangeSheet sections={sections} onClose={close} />}
      {list && <ListSheets list={list} />}
    </Suspense>
  );
}

/** Those that are about one list: also within it. */
export function ListSheets({ list }: { list: List }) {
  const { sheet, close } = useSheet();
  return (
    <Suspense fallback={null}>
      {sheet === "settings" && <SettingsSheet list={list} onClose={close} />}
      {sheet === "cover" && <CoverSheet list={list} onClose={close} />}
    </Suspense>
  );
}
