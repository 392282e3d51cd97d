import { useEffect } from "preact/hooks";
import { useLocation } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { PageHeader } from "#web/ui/display/surface.tsx";
import { ListPlus, Plus } from "#web/ui/icons.ts";
import { BoardSheets } from "./board/board-sheets.tsx";
import { DragBoard } from "./board/drag-board.tsx";
import { useHolder } from "./model/holder.ts";
import { boardSource } from "./model/source.ts";
import { useSheet } from "./model/use-sheet.ts";

export function ListsScreen() {
  const { lists: text, common } = useText();
  const { data, error, refetch } = useSource(boardSource, {});
  const { open } = useSheet();
  const { item } = useOverlay("item").value;
  const [, navigate] = useLocation();
  const holder = useHolder(item);
  useEffect(() => {
    if (!holder) return;
    navigate(addressOf({ type: "list", id: holder }, { sheet: "item", about: item }), { replace: true });
  }, [holder, item, navigate]);
  const newList = (
    <Button variant="primary" icon={<ListPlus />} onClick={() => open({ sheet: "new" })}>
      {text.newList}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={common.nav.lists}
        sub={text.intro}
        actions={
          <>
            <Button variant="quiet" icon={<Plus />} onClick={() => open({ sheet: "section" })}>
              {text.newSection}
            </Button>
            {newList}
          </>
        }
      />
      {!data && error && <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />}
      {!data && !error && <Skeletons label={common.loading} count={3} height="11rem" card />}
      {data?.sections.length === 0 && (
        <EmptyState picture="📝" title={text.board.emptyTitle} action={newList}>
          {text.board.emptyHint}
        </EmptyState>
      )}
      {data && data.sections.length > 0 && <DragBoard sections={data.sections} />}
      {data && <BoardSheets sections={data.sections} />}
    </>
  );
}
