import { useEffect, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { EmptyUnlessOld } from "#web/shell/old-copy.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { PageHeader } from "#web/ui/display/surface.tsx";
import { GripVertical, ListPlus, Plus } from "#web/ui/icons.ts";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { useBreakpoint } from "#web/ui/use-breakpoint.ts";
import { Board } from "./board/board.tsx";
import { BoardSheets } from "./board/board-sheets.tsx";
import { ReadyMadeLists } from "./board/ready-made-lists.tsx";
import { useHolder } from "./model/holder.ts";
import { boardSource } from "./model/source.ts";
import { useSheet } from "./model/use-sheet.ts";

export function ListsScreen() {
  const { lists: text, common } = useText();
  const { data, error, refetch } = useSource(boardSource, {});
  const isPhone = useBreakpoint("phone");
  const { open } = useSheet();
  const { item } = useOverlay("item").value;
  const [, navigate] = useLocation();
  const holder = useHolder(item);
  useEffect(() => {
    if (!holder) return;
    navigate(addressOf({ type: "list", id: holder }, { sheet: "item", about: item }), { replace: true });
  }, [holder, item, navigate]);
  const [isArranging, setArranging] = useState(false);
  const openNew = () => open({ sheet: "new" });
  const items: MenuItem[] = [
    { label: text.newList, icon: <ListPlus />, onSelect: openNew },
    { label: text.newSection, icon: <Plus />, onSelect: () => open({ sheet: "section" }) },
    {
      label: text.board.showHandles,
      icon: <GripVertical />,
      checked: isArranging,
      startsGroup: true,
      onSelect: () => setArranging(!isArranging),
    },
  ];
  return (
    <>
      <PageHeader
        className="lists-head"
        title={common.nav.lists}
        actions={
          <>
            {isArranging ? (
              <Button variant="primary" onClick={() => setArranging(false)}>
                {common.done}
              </Button>
            ) : (
              <Button variant="primary" icon={<ListPlus />} className="lists-wide" onClick={openNew}>
                {text.newList}
              </Button>
            )}
            <Menu label={text.board.more(common.nav.lists)} items={items} />
          </>
        }
      />
      {!data && error && <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />}
      {!data && !error && (
        <Skeletons label={common.loading} count={isPhone ? 6 : 3} height={isPhone ? "4.5rem" : "12rem"} card />
      )}
      {data?.sections.length === 0 && (
        <EmptyUnlessOld picture="📝" title={text.board.emptyTitle} action={<ReadyMadeLists onOther={openNew} />}>
          {text.board.emptyHint}
        </EmptyUnlessOld>
      )}
      {data && data.sections.length > 0 && <Board sections={data.sections} isArranging={isArranging} />}
      {data && <BoardSheets sections={data.sections} />}
    </>
  );
}
