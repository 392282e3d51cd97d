import { type InputRequiredResult, inputRequired, inputResponse, ProtocolError } from "@modelcontextprotocol/server";
import { minute } from "#lib/time.ts";
import { ToolError, wrongParameter } from "../output/tool-error.ts";
import type { Session } from "../session.ts";
import type { Context, Protocol } from "../tool.ts";
import { codes, metaKeys } from "./codes.ts";

const stateLifetimeMs = 10 * minute;

/** Error that makes the client ask the person, and then repeat the call with the answer. */
export class ConfirmationNeeded extends Error {
  constructor(readonly question: InputRequiredResult) {
    super("The person is to be asked first");
  }
}

export function createConfirm(
  { caller, now, stateSigner }: Session,
  tool: string,
  { mcpReq }: Protocol,
): Context["confirm"] {
  return (given, what, id, { isLarge } = { isLarge: false }) => {
    const mayAsk = canAsk((mcpReq.envelope as Envelope)?.[metaKeys.clientCapabilities]);
    if (given === true && !(isLarge && mayAsk)) return;
    if (!mayAsk) {
      const repair = "once the person agreed, send the same call with confirm: true.";
      throw wrongParameter("confirm", `must be true to ${what}`, repair);
    }
    // If the phrase has changed, the person must agree again.
    const use = { tool, keyId: caller.id, id: `${id} ${what}` };
    const state = mcpReq.requestState<string>();
    if (state !== undefined) {
      if (!stateSigner.isValid(state, use, now.getTime()))
        throw new ProtocolError(codes.invalidParams, "Invalid or expired requestState");
      const answer = inputResponse(mcpReq.inputResponses, "confirm");
      if (answer.kind === "elicit") {
        if (answer.action === "accept" && answer.content?.confirm === true) return;
        const repair = "The person did not agree. Leave it as it is.";
        throw new ToolError("forbidden", null, `Not confirmed: did not ${what}`, repair);
      }
    }
    const expiresAt = now.getTime() + stateLifetimeMs;
    throw new ConfirmationNeeded(
      inputRequired({
        inputRequests: { confirm: inputRequired.elicit({ message: `Really ${what}?`, requestedSchema: agreement }) },
        requestState: stateSigner.sign({ ...use, expiresAt }),
      }),
    );
  };
}

type Envelope = Readonly<Record<string, unknown>> | undefined;

const agreement = {
  type: "object" as const,
  properties: { confirm: { type: "boolean" as const, title: "Yes, do it" } },
  required: ["confirm"],
};

/** Whether the client can show a form to the person. The capability `elicitation` that names no mode means forms. */
function canAsk(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as { elicitation?: { form?: object; url?: object } };
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
