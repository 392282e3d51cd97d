import { useText } from "../../i18n/catalogue.ts";
import { useOverlay } from "../../shell/use-overlay.ts";
import { useIsAdult, useMembers, useViewer } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState, ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { PageHeader } from "../../ui/display/surface.tsx";
import { ArrowLeft, Plus } from "../../ui/icons.ts";
import { Asking } from "./asking.tsx";
import { EditSheet } from "./edit/edit-sheet.tsx";
import { CheckInHistory } from "./history.tsx";
import { ManagedCheckIns } from "./managed.tsx";
import { checkInsSource } from "./model/source.ts";
import { WhoAreYou } from "./who-are-you.tsx";

/** Check-ins: who are you, and how are you? Adults look back and decide what is asked; everybody else answers. */
export function CheckInsScreen() {
  const { common, checkInScreen } = useText();
  const { data, error, refetch } = useSource(checkInsSource, {});
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const members = useMembers();
  const chosen = useOverlay("who");
  const edited = useOverlay("edit");
  const who = isAdult ? members.find(({ id }) => id === chosen.value.who) : viewer;
  const header = (
    <PageHeader
      title={common.nav.checkIns}
      actions={
        !isAdult ? null : who ? (
          <Button icon={<ArrowLeft />} onClick={chosen.close}>
            {checkInScreen.somebodyElse}
          </Button>
        ) : (
          <Button icon={<Plus />} onClick={() => edited.open({ edit: "new" })}>
            {checkInScreen.add}
          </Button>
        )
      }
    />
  );
  if (!data) {
    return (
      <div className="check-ins">
        {header}
        {error ? (
          <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
        ) : (
          <Skeletons label={common.loading} count={3} height="9rem" card />
        )}
      </div>
    );
  }
  const { checkIns } = data;
  const empty = (
    <EmptyState
      picture="🤗"
      title={checkInScreen.none}
      action={
        isAdult && (
          <Button variant="primary" icon={<Plus />} onClick={() => edited.open({ edit: "new" })}>
            {checkInScreen.add}
          </Button>
        )
      }
    >
      {isAdult ? checkInScreen.noneHint : checkInScreen.noneForYou}
    </EmptyState>
  );
  return (
    <div className="check-ins">
      {header}
      {checkIns.length === 0 ? (
        empty
      ) : who ? (
        <Asking key={who.id} member={who} checkIns={checkIns} isChosen={isAdult} />
      ) : (
        <WhoAreYou checkIns={checkIns} onChoose={(id) => chosen.open({ who: id })} />
      )}
      <CheckInHistory checkIns={checkIns} who={who ?? null} />
      {isAdult && !who && checkIns.length > 0 && (
        <ManagedCheckIns checkIns={checkIns} onEdit={(id) => edited.open({ edit: id })} />
      )}
      {isAdult && edited.value.edit !== null && (
        <EditSheet id={edited.value.edit} checkIns={checkIns} onClose={edited.close} />
      )}
    </div>
  );
}
