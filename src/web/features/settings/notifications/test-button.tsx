import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useRequest } from "#web/forms/use-request.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { refetchNotices } from "#web/page/live.ts";
import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { Button, type ButtonVariant } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import type { Channel } from "../../notifications/model/preferences.ts";

type Outcome = { readonly outcome: "sent" | "retry" | "gone" | "refused" | "down"; readonly reason: string | null };

/**
 * Button that sends a test message at once, and shows whether it was sent. `children` are further buttons beside it.
 */
export function TestButton(props: {
  channel: Channel;
  way: string;
  label: string;
  variant?: ButtonVariant;
  size?: "s" | "m";
  children?: ComponentChildren;
}) {
  const { channel, way, label, variant, size = "m", children } = props;
  const { tests, ways } = useText().notifications;
  const [result, setResult] = useState<Outcome | null>(null);
  const request = useRequest();
  const test = async () => {
    setResult(null);
    const { test } = api.app.notifications.channels({ id: channel.id });
    setResult(await request.send(() => read(test.post(undefined))));
    refetchNotices();
  };
  return (
    <div className="settings-test">
      <div className="actions">
        {children}
        <Button
          {...(variant ? { variant } : {})}
          size={size}
          busy={request.isBusy}
          aria-label={ways.test(way)}
          onClick={() => void test()}
        >
          {label}
        </Button>
      </div>
      <p className="small" role="status">
        {result && (result.outcome === "sent" ? tests.sent(way) : tests[result.outcome])}
        {result?.reason && (
          <>
            {" "}
            <span className="soft">{tests.reason(result.reason)}</span>
          </>
        )}
      </p>
      <FormError error={request.error} />
    </div>
  );
}
