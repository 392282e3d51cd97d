import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Button, type ButtonVariant } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import type { Channel } from "../../notifications/model/preferences.ts";
import { testChannel } from "./commands.ts";

type Outcome = Awaited<ReturnType<typeof testChannel.send>>;

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
  const { run, isBusy, error } = useCommand();
  const test = async () => {
    setResult(null);
    setResult(await run(testChannel, channel));
  };
  return (
    <div className="settings-test">
      <div className="actions">
        {children}
        <Button
          {...(variant ? { variant } : {})}
          size={size}
          busy={isBusy}
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
      <FormError error={error} />
    </div>
  );
}
