import { useText } from "../../../i18n/catalogue.ts";
import { useSource } from "../../../sync/use-source.ts";
import { useToday } from "../../../time/zone.ts";
import { EmptyState } from "../../../ui/display/notice.tsx";
import { Skeletons } from "../../../ui/display/skeleton.tsx";
import { PageHeader } from "../../../ui/display/surface.tsx";
import { agendaSource } from "../../calendar/model/agenda.ts";
import { CheckInsCard } from "../../today/check-ins-card.tsx";
import { actAsMember } from "../model/identity.ts";

/** Who is still asked today how they are. */
export function CheckInsView() {
  const { common, wall } = useText();
  const today = useToday();
  const { data } = useSource(agendaSource, { from: today, days: 2 }, { keepsFormer: true });
  const day = data?.days.find(({ date }) => date === today);
  const isDone = day?.checkIns.every(({ answeredAt }) => answeredAt !== null);
  return (
    <>
      <PageHeader title={common.nav.checkIns} />
      {!day && <Skeletons label={common.loading} count={2} height="8rem" card />}
      {isDone && <EmptyState picture="☀️" title={wall.allAnswered} />}
      {day && <CheckInsCard checkIns={day.checkIns} onYou={actAsMember} />}
    </>
  );
}
