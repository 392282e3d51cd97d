import { useText } from "../../../i18n/catalogue.ts";
import { notificationsSource } from "../../../sync/notices.ts";
import { useSource } from "../../../sync/use-source.ts";
import { Banner, ErrorNotice } from "../../../ui/display/notice.tsx";
import { Skeletons } from "../../../ui/display/skeleton.tsx";
import { CircleAlert } from "../../../ui/icons.ts";
import { KindsPart } from "./kinds.tsx";
import { DetailsPart, PeoplePart } from "./people.tsx";
import { SentPart } from "./sent.tsx";
import { ThisDevice } from "./this-device.tsx";
import { TimesPart } from "./times.tsx";
import { WaysPart } from "./ways.tsx";

export function Notifications() {
  const { common, notifications } = useText();
  const { device } = notifications;
  const { data, error, refetch } = useSource(notificationsSource, {});
  if (!data && error) {
    return (
      <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
        {common.needsServer}
      </ErrorNotice>
    );
  }
  if (!data) return <Skeletons label={common.loading} count={4} height="12rem" card />;
  return (
    <>
      {!data.available.isDelivering && (
        <div className="settings-silent">
          <Banner icon={<CircleAlert />}>
            {device.silent}. {device.silentHint}
          </Banner>
        </div>
      )}
      <ThisDevice settings={data} />
      <WaysPart settings={data} />
      <KindsPart settings={data} />
      <TimesPart settings={data} />
      <PeoplePart settings={data} />
      <DetailsPart settings={data} />
      <SentPart settings={data} />
    </>
  );
}
