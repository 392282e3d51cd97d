import { useSource } from "../data/use-source.ts";
import { useText } from "../text/catalogue.ts";
import { Button } from "../ui/button.tsx";
import { ListPlus, Plus } from "../ui/icons.ts";
import { EmptyState, ErrorNotice } from "../ui/notice.tsx";
import { Skeletons } from "../ui/skeleton.tsx";
import { PageHeader } from "../ui/surface.tsx";
import { BoardSheets } from "./board-sheets.tsx";
import { DragBoard } from "./drag-board.tsx";
import { listsSource } from "./source.ts";
import { useSheet } from "./use-sheet.ts";

/** The board of lists. */
export function ListsScreen() {
  const { lists, common } = useText();
  const { data, error, refetch } = useSource(listsSource, {});
  const { open } = useSheet();
  const newList = (
    <Button variant="primary" icon={<ListPlus />} onClick={() => open("new")}>
      {lists.newList}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={common.nav.lists}
        sub={lists.intro}
        actions={
          <>
            <Button variant="quiet" icon={<Plus />} onClick={() => open("section")}>
              {lists.newSection}
            </Button>
            {newList}
          </>
        }
      />
      {!data && error && <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />}
      {!data && !error && <Skeletons label={common.loading} count={3} height="11rem" card />}
      {data?.sections.length === 0 && (
        <EmptyState picture="📝" title={lists.board.emptyTitle} action={newList}>
          {lists.board.emptyHint}
        </EmptyState>
      )}
      {data && data.sections.length > 0 && <DragBoard sections={data.sections} />}
      {data && <BoardSheets sections={data.sections} />}
    </>
  );
}
