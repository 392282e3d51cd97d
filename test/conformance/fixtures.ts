/**
 * The tools, resources and prompts that the protocol's test suite requires of a server, on Inglenook's engine. Never
 * served to users.
 */
import { createHmac } from "node:crypto";
import { inputRequired, inputResponse, ProtocolError, type ServerContext } from "@modelcontextprotocol/server";
import { createCatalogue } from "#agents/mcp/catalogue.ts";
import { ToolError } from "#agents/mcp/output/tool-error.ts";
import type { Prompt } from "#agents/mcp/prompts.ts";
import type { Resource } from "#agents/mcp/resources.ts";
import { type Context, type RawResult, tool } from "#agents/mcp/tool.ts";
import { closed } from "#lib/wire.ts";

/** One red pixel, and a sound without samples. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

type Contents = Extract<RawResult, { content: unknown }>["content"];
type Responses = Context["protocol"]["mcpReq"]["inputResponses"];

function fixture(name: string, run: (context: Context) => RawResult | Promise<RawResult>) {
  const given = { title: name, description: `The suite's ${name}`, input: closed({}), output: null, scopes: [] };
  return tool({ name, ...given, group: null, profile: "full", does: "reads", run: (context) => run(context) });
}

const says = (...content: Contents): RawResult => ({ content });
const text = (said: string): Contents[number] => ({ type: "text", text: said });
const image: Contents[number] = { type: "image", data: png, mimeType: "image/png" };
/** The whole request: the protocol library answers calls of these tools, because they have no output schema. */
const requestOf = ({ protocol }: Context) => protocol.mcpReq as ServerContext["mcpReq"];
const responsesOf = ({ protocol }: Context): Responses => protocol.mcpReq.inputResponses;

const name = inputRequired.elicit({
  message: "What is your name?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
});
const sample = (said: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: said } }],
    maxTokens,
  });

/** A signed state that only this process can make. */
const sealed = (what: string) => `${what}.${createHmac("sha256", "conformance").update(what).digest("hex")}`;

/**
 * Returns the state that the client sent back; null on the first round.
 * @throws ProtocolError if this process did not sign it.
 */
function openedState({ protocol }: Context): string | null {
  const state = protocol.mcpReq.requestState<string>();
  if (state === undefined) return null;
  const [what = ""] = state.split(".");
  if (sealed(what) !== state) throw new ProtocolError(-32_602, "Invalid or expired requestState");
  return what;
}

const confirmed = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
});

const tools = [
  fixture("test_simple_text", () => says(text("This is a simple text response for testing."))),
  fixture("test_image_content", () => says(image)),
  fixture("test_audio_content", () => says({ type: "audio", data: wav, mimeType: "audio/wav" })),
  fixture("test_embedded_resource", () =>
    says({
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    }),
  ),
  fixture("test_multiple_content_types", () =>
    says(text("Multiple content types test:"), image, {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      },
    }),
  ),
  fixture("test_error_handling", () => {
    throw new ToolError("internal", null, "This tool intentionally returns an error for testing");
  }),
  fixture("test_tool_with_progress", async (context) => {
    const mcpReq = requestOf(context);
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
      }
      await Bun.sleep(50);
    }
    return says(text("Done"));
  }),
  fixture("test_input_required_result_elicitation", (context) => {
    const answer = inputResponse(responsesOf(context), "user_name");
    if (answer.kind !== "elicit" || typeof answer.content?.name !== "string") {
      return inputRequired({ inputRequests: { user_name: name } });
    }
    return says(text(`Hello, ${answer.content.name}!`));
  }),
  fixture("test_input_required_result_sampling", (context) => {
    const answer = inputResponse(responsesOf(context), "capital_question");
    if (answer.kind !== "sampling") {
      return inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?", 100) } });
    }
    return says(text(JSON.stringify(answer.result.content)));
  }),
  fixture("test_input_required_result_list_roots", (context) => {
    const answer = inputResponse(responsesOf(context), "client_roots");
    if (answer.kind !== "roots") return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    return says(text(answer.roots.map(({ uri }) => uri).join(", ")));
  }),
  fixture("test_input_required_result_request_state", (context) => {
    if (openedState(context) === null || !responsesOf(context)?.confirm) {
      return inputRequired({ inputRequests: { confirm: confirmed }, requestState: sealed("asked") });
    }
    return says(text("state-ok"));
  }),
  fixture("test_input_required_result_tampered_state", (context) => {
    if (openedState(context) === null) {
      return inputRequired({ inputRequests: { confirm: confirmed }, requestState: sealed("asked") });
    }
    return says(text("state-ok"));
  }),
  fixture("test_input_required_result_multiple_inputs", (context) => {
    const answers = responsesOf(context) ?? {};
    if (openedState(context) === null || !answers.user_name || !answers.greeting || !answers.client_roots) {
      return inputRequired({
        inputRequests: {
          user_name: name,
          greeting: sample("Generate a greeting", 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: sealed("asked"),
      });
    }
    return says(text("All three came"));
  }),
  fixture("test_input_required_result_multi_round", (context) => {
    const state = openedState(context);
    const answers = responsesOf(context) ?? {};
    const ask = (step: "step1" | "step2", message: string, field: string) =>
      inputRequired({
        inputRequests: {
          [step]: inputRequired.elicit({
            message,
            requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
          }),
        },
        requestState: sealed(step),
      });
    if (state === "step2" && answers.step2) return says(text("Both rounds done"));
    if (state !== null && answers.step1) return ask("step2", "Step 2: What is your favorite color?", "color");
    return ask("step1", "Step 1: What is your name?", "name");
  }),
  fixture("test_input_required_result_capabilities", (context) => {
    const declared = (context.protocol.mcpReq.envelope as Record<string, any> | undefined)?.[
      "io.modelcontextprotocol/clientCapabilities"
    ];
    if (responsesOf(context)) return says(text("Done"));
    return inputRequired({
      inputRequests: declared?.sampling ? { greeting: sample("Say hello", 50) } : { user_name: name },
    });
  }),
  fixture("test_missing_capability", () => inputRequired({ inputRequests: { greeting: sample("Say hello", 50) } })),
  fixture("test_streaming_elicitation", () => inputRequired({ inputRequests: { user_name: name } })),
  fixture("test_logging_tool", async (context) => {
    await requestOf(context).log("info", "Tool execution started");
    return says(text("Done"));
  }),
];

const described = (uri: string, mimeType: string) => ({ uri, name: uri, description: `The suite's ${uri}`, mimeType });

const resources: Resource[] = [
  {
    isTemplate: false,
    listed: described("test://static-text", "text/plain"),
    read: async () => [
      { uri: "test://static-text", mimeType: "text/plain", text: "This is the content of the static text resource." },
    ],
  },
  {
    isTemplate: false,
    listed: described("test://static-binary", "image/png"),
    read: async () => [{ uri: "test://static-binary", mimeType: "image/png", blob: png }],
  },
  {
    isTemplate: true,
    listed: { name: "template", uriTemplate: "test://template/{id}/data", mimeType: "application/json" },
    read: async (_, { id = "" }) => [
      {
        uri: `test://template/${id}/data`,
        mimeType: "application/json",
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  },
];

const user = (content: Contents[number]) => ({ role: "user" as const, content });
const argument = (argumentName: string) => ({ name: argumentName, description: "The suite's", required: true });

const prompts: Prompt[] = [
  {
    tools: [],
    listed: { name: "test_simple_prompt", description: "The suite's" },
    write: async () => "This is a simple prompt for testing.",
  },
  {
    tools: [],
    listed: {
      name: "test_prompt_with_arguments",
      description: "The suite's",
      arguments: [argument("arg1"), argument("arg2")],
    },
    complete: { arg1: async (_, said) => ["paris", "park", "party"].filter((each) => each.startsWith(said)) },
    write: async (_, { arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  },
  {
    tools: [],
    listed: {
      name: "test_prompt_with_embedded_resource",
      description: "The suite's",
      arguments: [argument("resourceUri")],
    },
    write: (_, { resourceUri: uri = "" }) => ({
      messages: [
        user({
          type: "resource",
          resource: { uri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        }),
        user(text("Please process the embedded resource above.")),
      ],
    }),
  },
  {
    tools: [],
    listed: { name: "test_prompt_with_image", description: "The suite's" },
    write: () => ({ messages: [user(image), user(text("Please analyze the image above."))] }),
  },
  {
    tools: [],
    listed: { name: "test_input_required_result_prompt", description: "The suite's" },
    write: (context) => {
      const answer = inputResponse(responsesOf(context), "user_context");
      if (answer.kind === "elicit") {
        return { messages: [user(text(`Context: ${JSON.stringify(answer.content)}`))] };
      }
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: "What context should the prompt use?",
            requestedSchema: { type: "object", properties: { context: { type: "string" } }, required: ["context"] },
          }),
        },
      });
    },
  },
];

export const fixtures = createCatalogue({ tools, resources, prompts });
