import { useState } from "preact/hooks";
import { useCommand } from "#web/forms/use-command.ts";
import { useText } from "#web/i18n/catalogue.ts";
import type { Command } from "#web/sync/command.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import type { NoticeStep } from "../model/commands.ts";
import type { NoticeAction } from "../model/writes.ts";

type ActResult = { readonly state: "open" | "done" | "dismissed" | "snoozed"; readonly line: string };

/** Text of a notice, with large buttons for its actions. Nothing is changed before the user presses a button. */
export function NoticeCard(props: {
  body: string;
  state: ActResult["state"];
  actions: readonly string[];
  command: Command<NoticeStep, ActResult>;
  /** Id of the notice, or the token of its link. */
  notice: string;
}) {
  const { linked } = useText();
  const { body, actions, command, notice } = props;
  const [result, setResult] = useState<ActResult | null>(null);
  const { run, isBusy, error } = useCommand();
  const state = result?.state ?? props.state;
  const act = async (action: NoticeAction, minutes?: number) => {
    const next = await run(command, { notice, action, ...(minutes === undefined ? {} : { minutes }) });
    if (next) setResult(next);
  };
  return (
    <div className="alone-form">
      {body && <p>{body}</p>}
      <p className="alone-lead" role="status">
        {result ? result.line : state !== "open" && linked.states[state]}
      </p>
      <FormError error={error} />
      {state === "open" && (
        <div className="alone-acts">
          {actions.includes("done") && (
            <Button variant="primary" size="l" wide busy={isBusy} onClick={() => void act("done")}>
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
