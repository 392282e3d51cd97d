import { useText } from "#web/i18n/catalogue.ts";
import { api, attempt } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { read } from "#web/sync/api/client.ts";
import { useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Monitor } from "#web/ui/icons.ts";
import { deviceName } from "../../notifications/model/device-name.ts";
import { Part } from "../part.tsx";
import { type SignIn, signInsSource } from "../sources.ts";

export function SignInsPart() {
  const { settings, common } = useText();
  const { data, error, refetch } = useSource(signInsSource, {});
  return (
    <Part title={settings.you.signIns} section="signIns" {...(data ? { count: data.sessions.length } : {})}>
      {data ? (
        <ul className="settings-rows">
          {data.sessions.map((signIn) => (
            <Row key={signIn.id} signIn={signIn} />
          ))}
        </ul>
      ) : error ? (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />
      ) : (
        <Skeletons label={common.loading} count={2} height="3.5rem" />
      )}
    </Part>
  );
}

function Row({ signIn }: { signIn: SignIn }) {
  const text = useText();
  const { you } = text.settings;
  const { ms } = useNow();
  const device = deviceName(signIn.userAgent, text);
  const end = async () => {
    const problem = await attempt(() => read(api.app.sessions({ id: signIn.id }).delete()), ["member"]);
    toasts.show(problem ? { message: problem, tone: "error" } : { message: you.ended });
  };
  return (
    <li className="settings-row">
      <Monitor />
      <span className="settings-row-text">
        <strong>{device}</strong>
        <span className="soft small">{you.seen(formatAgo(signIn.lastSeenAt, ms))}</span>
      </span>
      {signIn.current ? (
        <Chip tone="good">{you.thisDevice}</Chip>
      ) : (
        <Button aria-label={you.endLabel(device)} onClick={() => void end()}>
          {you.end}
        </Button>
      )}
    </li>
  );
}
