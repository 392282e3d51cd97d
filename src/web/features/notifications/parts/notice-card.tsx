import { useState } from "preact/hooks";
import { useRequest } from "#web/forms/use-request.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";

type Action = "done" | "snooze" | "dismiss";
export type ActResult = { readonly state: "open" | "done" | "dismissed" | "snoozed"; readonly line: string };

/** Notice with buttons that are large enough for every device. Nothing is changed before the user presses a button. */
export function NoticeCard(props: {
  body: string;
  state: ActResult["state"];
  actions: readonly string[];
  send: (action: Action, minutes?: number) => Promise<ActResult>;
}) {
  const { linked } = useText();
  const { body, actions, send } = props;
  const [result, setResult] = useState<ActResult | null>(null);
  const request = useRequest();
  const state = result?.state ?? props.state;
  const act = async (action: Action, minutes?: number) => {
    const next = await request.send(() => send(action, minutes));
    if (next) setResult(next);
  };
  return (
    <div className="alone-form">
      {body && <p>{body}</p>}
      <p className="alone-lead" role="status">
        {result ? result.line : state !== "open" && linked.states[state]}
      </p>
      <FormError error={request.error} />
      {state === "open" && (
        <div className="alone-acts">
          {actions.includes("done") && (
            <Button variant="primary" size="l" wide busy={request.isBusy} onClick={() => void act("done")}>
              {linked.done}
            </Button>
          )}
          {actions.includes("snooze") && (
            <>
              <Button size="l" wide onClick={() => void act("snooze", 10)}>
                {linked.ten}
              </Button>
              <Button size="l" wide onClick={() => void act("snooze", 60)}>
                {linked.hour}
              </Button>
            </>
          )}
          <Button variant="quiet" size="l" wide onClick={() => void act("dismiss")}>
            {linked.dismiss}
          </Button>
        </div>
      )}
    </div>
  );
}
