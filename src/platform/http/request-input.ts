import { freeBuffer } from "#lib/buffers.ts";
import { invalid } from "#lib/errors.ts";
import { isUuid } from "#lib/wire.ts";
import { parseAgentName } from "../auth/agent-name.ts";
import type { Caller } from "../auth/callers.ts";
import { type IdempotentRequest, parseIdempotencyKey } from "../auth/idempotency.ts";
import { adultsOnlyError } from "../auth/role.ts";
import { systemWork } from "../work.ts";
import { type Admitted, isRead } from "./admission.ts";
import type { Incoming } from "./incoming.ts";
import { readUpload, type Upload } from "./multipart.ts";
import type { ActingMember, Attribution } from "./request-context.ts";
import type { RoutePolicy } from "./route-policy.ts";
import { bodyTimeoutMs, readJson, readQuery, validate } from "./validation.ts";

export const idleSeconds = bodyTimeoutMs / 1_000 + 15;

export type Input = {
  readonly attribution: Attribution;
  readonly idempotentRequest: IdempotentRequest | null;
  readonly body: unknown;
};

export function readWithoutBody(incoming: Incoming, admitted: Admitted, policy: RoutePolicy): Input {
  markInProgress(incoming, admitted, policy);
  const attribution = readHeaders(incoming, admitted, policy);
  return {
    attribution,
    idempotentRequest: identifyRequest(incoming, admitted, policy, attribution, ""),
    body: undefined,
  };
}

export async function readWithBody(incoming: Incoming, admitted: Admitted, policy: RoutePolicy): Promise<Input> {
  markInProgress(incoming, admitted, policy);
  if (policy.upload) return readFile(incoming, admitted, policy, policy.upload);
  const { bytes, value } = await readJson(incoming.request);
  requireDeviceFields(admitted.caller, policy, value);
  const attribution = readHeaders(incoming, admitted, policy);
  const body = policy.body ? validate(policy.body, value, "body") : undefined;
  const hash = Bun.SHA256.hash(bytes, "hex");
  return { attribution, idempotentRequest: identifyRequest(incoming, admitted, policy, attribution, hash), body };
}

export function readPathAndQuery(
  { search }: Incoming,
  { query, params: schema }: RoutePolicy,
  params: Record<string, string>,
): Record<string, unknown> {
  const read = query ? readQuery(query, search) : {};
  if (schema) validate(schema, params, "");
  return read;
}

async function readFile(incoming: Incoming, admitted: Admitted, policy: RoutePolicy, upload: Upload): Promise<Input> {
  const { request, reply } = incoming;
  await waitForUploadPermit(incoming, admitted.caller);
  const { bytes: file, name } = await readUpload(request, upload);
  reply.fileName = name;
  // The memory is freed only after the answer, because other threads may read the file until then.
  reply.cleanUps.push(() => freeBuffer(file));
  const attribution = readHeaders(incoming, admitted, policy);
  // Hashing a large file here would block the main thread.
  const identified = identifyRequest(incoming, admitted, policy, attribution, "");
  return {
    attribution,
    idempotentRequest: identified && { ...identified, bodyHash: await hashInBackground(file) },
    body: file,
  };
}

/** Keeps the connection open until the answer, because Bun closes connections on which nothing is sent. */
export function keepOpen({ request, reply, services }: Incoming): void {
  services.setIdleTimeout(request, 0);
  reply.cleanUps.push(() => services.setIdleTimeout(request, idleSeconds));
}

async function waitForUploadPermit(incoming: Incoming, caller: Caller): Promise<void> {
  keepOpen(incoming);
  const { reply, services } = incoming;
  const done = Promise.withResolvers<void>();
  reply.cleanUps.push(done.resolve);
  await new Promise<void>((resolve, reject) => {
    const hold = () => {
      resolve();
      return done.promise;
    };
    services.uploads.run(caller, hold).catch(reject);
  });
}

function markInProgress(incoming: Incoming, { caller }: Admitted, policy: RoutePolicy): void {
  const key = keyOf(incoming, policy);
  if (key === null) return;
  const { inProgress } = incoming.services;
  const request = { callerId: caller.id, key };
  // If a request with this key is running, this one is refused later, after its input has been validated.
  if (!inProgress.isRunning(request)) inProgress.begin(request, incoming);
  incoming.reply.cleanUps.push(() => inProgress.end(request, incoming));
}

function keyOf({ request }: Incoming, { isRepeatable }: RoutePolicy): string | null {
  return isRepeatable && request.method === "POST" ? request.headers.get("idempotency-key") : null;
}

function readHeaders(incoming: Incoming, { caller }: Admitted, policy: RoutePolicy): Attribution {
  const { headers } = incoming.request;
  const agentName = parseAgentName(headers.get("x-agent-name"));
  parseIdempotencyKey(keyOf(incoming, policy));
  const isActing = caller.kind === "device" && !isRead(incoming.request);
  return { agentName, actingMember: isActing ? readActingMember(incoming, caller) : null };
}

function readActingMember({ request, services, now }: Incoming, { householdId, timeZone }: Caller): ActingMember {
  const id = request.headers.get("x-acting-member");
  if (id === null || !isUuid(id)) throw invalid("X-Acting-Member", "must be a member's UUID");
  const work = systemWork(services.deps.db, { id: householdId, timeZone }, now);
  return services.findActingMember(work, id.toLowerCase());
}

function identifyRequest(
  incoming: Incoming,
  { caller }: Admitted,
  policy: RoutePolicy,
  { actingMember }: Attribution,
  bodyHash: string,
): IdempotentRequest | null {
  const key = keyOf(incoming, policy);
  if (key === null) return null;
  // A request with the same key for another member is a different request.
  const actor = caller.kind === "device" ? ` as ${actingMember?.id}` : "";
  const route = `POST ${incoming.path}${actor}`;
  return { householdId: caller.householdId, callerId: caller.id, key, route, bodyHash };
}

function requireDeviceFields(caller: Caller, { access, deviceFields }: RoutePolicy, body: unknown): void {
  if (caller.kind !== "device" || access === "device") return;
  const fields = typeof body === "object" && body !== null ? Object.keys(body) : [];
  if (!fields.every((field) => deviceFields?.includes(field))) throw adultsOnlyError();
}

async function hashInBackground(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
}
