/** Transcripts of refusals by scope, plan, expiry and rate limit, and of repeated calls. */
import { expect } from "bun:test";
import { refusal, serverInProcess } from "../../../support/home/home.ts";
import { labels } from "../../../support/mcp/read-household.ts";
import type { Transcript } from "../../../support/mcp/transcript.ts";

/** Scope, plan, expiry, limit and replay. */
export const terms: Transcript[] = [
  {
    fault: "missing scope",
    said: "Add a task: water the plants",
    steps: [
      {
        meanwhile: "the agent's key may only read",
        happens: ({ createKey }) => ({ key: createKey({ scopes: ["tasks.read"] }).key }),
      },
      {
        ...{
          use: "create_tasks",
          with: { tasks: [{ label: "Water the plants", member: "Anna" }] },
          key: ({ key }) => key,
        },
        ...{ refused: "Missing scope: tasks.write", repair: /create a key with the scope tasks\.write in the app's/ },
      },
      {
        meanwhile: "Anna makes one that has the scope named",
        async happens({ as, members }, { repair }) {
          const scope = /scope (\w+\.\w+)/.exec(repair)?.[1];
          const { body } = await as(members.anna).post("/v1/api-keys", { name: "Writer", scopes: [scope] });
          return { key: body.key };
        },
      },
      {
        ...{
          use: "create_tasks",
          with: { tasks: [{ label: "Water the plants", member: "Anna" }] },
          key: ({ key }) => key,
        },
        ...{ answered: "Added: “Water the plants”", entries: 1 },
      },
    ],
    ...{ state: labels, has: ["Water the plants"] },
  },
  ...(["base", "none"] as const).map(
    (plan): Transcript => ({
      fault: plan === "base" ? "api_plan_required" : "subscription_required",
      said: "Add a task: water the plants",
      home: { plan: { plan, planEndsAt: null, trialEndsAt: null } },
      steps: [
        {
          ...{ use: "create_tasks", with: { tasks: [{ label: "Water the plants", member: "Anna" }] } },
          refused: plan === "base" ? "api_plan_required" : "subscription_required",
          repair: /plan .* Once a member changes it, the same call works again/,
        },
        {
          meanwhile: "the plan is changed",
          happens({ setPlan }) {
            setPlan({ plan: "api", planEndsAt: null, trialEndsAt: null });
            return {};
          },
        },
        {
          ...{ use: "create_tasks", with: { tasks: [{ label: "Water the plants", member: "Anna" }] } },
          ...{ answered: "Added: “Water the plants”", entries: 1 },
        },
      ],
      ...{ state: labels, has: ["Water the plants"] },
    }),
  ),
  {
    fault: "expired key",
    said: "What is there to do?",
    home: { server: serverInProcess() },
    steps: [
      {
        meanwhile: "the agent's key runs out",
        happens({ createKey, clock }) {
          const { key } = createKey({ expiresAt: new Date(clock.now.getTime() + 60_000).toISOString() });
          clock.advance(60_000);
          return { key };
        },
      },
      {
        meanwhile: "the answer is HTTP's, in REST's shape, to every kind of request",
        async happens({ ask, askOld }, { key }) {
          const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } };
          for (const { status, body, headers } of [
            await ask("tools/call", { name: "list_tasks", arguments: {} }, { key }),
            await ask("tools/list", {}, { key }),
            await askOld("initialize", hello, { key }),
          ]) {
            expect({ status, body }).toEqual({ status: 401, body: refusal(401, "API key expired") });
            expect(headers.get("WWW-Authenticate")).toBe(
              'Bearer error="invalid_token", error_description="API key expired"',
            );
          }
          return {};
        },
      },
      {
        meanwhile: "Anna makes another",
        async happens({ as, members }) {
          const { body } = await as(members.anna).post("/v1/api-keys", { name: "Next", scopes: ["tasks.read"] });
          return { key: body.key };
        },
      },
      { ...{ use: "list_tasks", with: {}, key: ({ key }) => key }, answered: "No tasks." },
    ],
    ...{ state: labels, has: [] },
  },
  {
    fault: "429",
    said: "Add three tasks, quickly",
    home: { server: serverInProcess({ RATE_LIMIT_BURST: "2", RATE_LIMIT_PER_MINUTE: "10" }) },
    steps: [
      ...["One", "Two"].map((label) => ({
        ...{ use: "create_tasks", with: { tasks: [{ label, member: "Anna" }] } },
        ...{ answered: `Added: “${label}”`, entries: 1 },
      })),
      {
        ...{ use: "create_tasks", with: { tasks: [{ label: "Three", member: "Anna" }] } },
        ...{ refused: "Rate limit exceeded", repair: /^Wait \d+ seconds, then send the same call again\.$/ },
      },
      {
        meanwhile: "the agent waits as long as it was told to",
        happens({ clock }, { repair }) {
          clock.advance(Number(/\d+/.exec(repair)?.[0]) * 1_000);
          return {};
        },
      },
      {
        ...{ use: "create_tasks", with: { tasks: [{ label: "Three", member: "Anna" }] } },
        ...{ answered: "Added: “Three”", entries: 1 },
      },
      {
        meanwhile: "time passes, so that the tasks can be read",
        happens({ clock }) {
          clock.advance(60_000);
          return {};
        },
      },
    ],
    ...{ state: labels, has: ["One", "Two", "Three"] },
  },
  {
    fault: "replay",
    said: "Add a task: water the plants",
    steps: [
      {
        ...{
          use: "create_tasks",
          with: { tasks: [{ label: "Water the plants", member: "Anna" }], idempotencyKey: "plants" },
        },
        ...{ answered: "Added: “Water the plants”", entries: 1, keep: ({ tasks: [{ id }] }) => ({ id }) },
      },
      {
        meanwhile: "the answer is lost on its way",
        happens: () => ({}),
      },
      {
        ...{
          use: "create_tasks",
          with: { tasks: [{ label: "Water the plants", member: "Anna" }], idempotencyKey: "plants" },
        },
        ...{
          answered: "Added before, as then: “Water the plants”",
          keep: ({ tasks: [{ id }] }, known) => ({ isSame: id === known.id }),
        },
      },
      {
        ...{
          use: "create_tasks",
          with: { tasks: [{ label: "Feed the cat", member: "Anna" }], idempotencyKey: "plants" },
        },
        ...{
          refused: "Idempotency key was used for another request",
          repair: "Parameter idempotencyKey: use a new one",
        },
      },
      {
        ...{ use: "create_tasks", with: { tasks: [{ label: "Feed the cat", member: "Anna" }], idempotencyKey: "cat" } },
        ...{ answered: "Added: “Feed the cat”", entries: 1 },
      },
    ],
    state: async (stage, { isSame }) => [isSame, await labels(stage)],
    has: [true, ["Water the plants", "Feed the cat"]],
  },
];
