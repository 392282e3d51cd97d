/** Describes one operation from its declaration. */

import type { TObject } from "@sinclair/typebox";
import { ErrorAnswer } from "#lib/wire.ts";
import { fileBody } from "../http/multipart.ts";
import { type DeclaredAccess, isForApp, type OperationDetail, scopesOf } from "../http/operation.ts";
import type { RoutePolicy } from "../http/route-policy.ts";
import { firstRefusal } from "../http/validation.ts";
import { activityHeader, errorHeaders, etagHeader, rateHeaders, refusalHeaders, replayedHeader } from "./components.ts";
import { exampleOf, type Json, reference, toFields, toSchema } from "./schemas.ts";

type Operation = { readonly method: string; readonly policy: RoutePolicy; readonly detail: OperationDetail };

/** Returns the description of an operation. Adds the schemas that it uses to `schemas`. */
export function describeOperation(operation: Operation, schemas: Json): Json {
  const { policy, detail } = operation;
  const { access, scopes, body, upload } = policy;
  const responses = responsesOf(operation, schemas);
  const security = { public: [], visitor: [], app: [{ cookie: [] }], device: [{ device: [] }], api: [{ apiKey: [] }] };
  return {
    parameters: parametersOf(operation, schemas),
    operationId: detail.operationId,
    tags: detail.tags,
    summary: detail.summary,
    description: [detail.description, accessSentence(detail.access, policy)].filter(Boolean).join("\n\n"),
    responses,
    "x-access": access,
    ...(access === "api" && { "x-required-scopes": scopes }),
    ...(policy.isForAdults && { "x-adults-only": true }),
    ...(policy.isForOwners && { "x-owners-only": true }),
    ...(policy.deviceFields && { "x-device-fields": policy.deviceFields }),
    ...(policy.isVolatile && { "x-volatile": true }),
    security: (security as Json)[access],
    ...(upload && { requestBody: fileBody }),
    ...(body && { requestBody: bodyOf(toSchema(body, schemas), detail.example) }),
  };
}

function bodyOf(schema: Json, example: unknown): Json {
  return { required: true, content: { "application/json": { schema, ...(example !== undefined && { example }) } } };
}

function parametersOf({ method, policy }: Operation, schemas: Json): Json[] {
  const parameters = [...parametersIn("path", policy.params, schemas), ...parametersIn("query", policy.query, schemas)];
  if (policy.access === "api") parameters.push(reference("parameters", "AgentName"));
  if (takesKey(method, policy)) parameters.push(reference("parameters", "IdempotencyKey"));
  if (hasEtag(method, policy)) parameters.push(reference("parameters", "IfNoneMatch"));
  return parameters;
}

function parametersIn(place: "path" | "query", fields: TObject | null, schemas: Json): Json[] {
  return Object.entries(fields?.properties ?? {}).map(([name, { type, description, examples, ...rest }]) => {
    const { "x-name": publicName = name, ...source } = { type, ...rest } as Json;
    const isOptional = place === "query" && source.default !== undefined;
    return {
      schema: toSchema(source, schemas),
      in: place,
      name: publicName,
      required: !isOptional && (fields?.required?.includes(name) ?? false),
      ...(description ? { description } : {}),
      example: exampleOf({ ...source, examples }, name),
    };
  });
}

function responsesOf({ method, policy, detail }: Operation, schemas: Json): Json {
  const answer = policy.answer as Json;
  const isRead = method === "GET";
  const headers = {
    ...(isSignedIn(policy) && rateHeaders),
    ...(isSignedIn(policy) && !isRead && { "X-Activity-Id": activityHeader }),
    ...(takesKey(method, policy) && { "Idempotency-Replayed": replayedHeader }),
    ...(hasEtag(method, policy) && { ETag: etagHeader }),
  };
  const content = { [detail.mediaType]: { schema: toSchema(answer, schemas), example: exampleOf(answer) } };
  schemas.Error ??= toFields(ErrorAnswer, schemas);
  return {
    200: { description: "Done", content, ...(Object.keys(headers).length > 0 && { headers }) },
    ...(isRead && { 304: { description: "`If-None-Match` names the present state, or is `*`" } }),
    ...Object.fromEntries(
      Object.entries(refusalsOf(method, policy, detail)).map(([status, texts]) => [status, refusal(status, texts)]),
    ),
  };
}

function refusal(status: string, texts: readonly string[]): Json {
  const example = { error: texts[0], statusCode: Number(status) };
  return {
    description: texts.join("; or "),
    headers: { ...errorHeaders, ...refusalHeaders[status] },
    content: { "application/json": { schema: reference("schemas", "Error"), example } },
  };
}

const isSignedIn = ({ access }: RoutePolicy) => access !== "public" && access !== "visitor";

function takesKey(method: string, { access, isRepeatable }: RoutePolicy): boolean {
  return access === "api" ? method === "POST" : isRepeatable;
}

function hasEtag(method: string, policy: RoutePolicy): boolean {
  return method === "GET" && isSignedIn(policy) && !policy.isVolatile;
}

function accessSentence(access: DeclaredAccess, { isForAdults, deviceFields }: RoutePolicy): string {
  if (access === "public") return "";
  if (access === "visitor") return "Needs no sign-in; not for API keys.";
  if (access === "any") return "Open to every valid key.";
  if (access === "app") {
    return `For members who are signed in${deviceFields ? ", and for tablets that act for one" : ""}; not for API keys.`;
  }
  if (access === "device") {
    return "For paired tablets that name the acting member in `X-Acting-Member`; not for people's sign-ins or API keys.";
  }
  if (access === "adult") return "For owners and adults who are signed in; not for API keys.";
  if (access === "owner") return "For owners who are signed in; not for API keys.";
  return `Needs ${scopesOf(access)
    .map((scope) => `\`${scope}\``)
    .join(" and ")}${isForAdults ? ", and the role of an owner or adult" : ""}.`;
}

const keyFaults = ["Missing API key", "Invalid API key", "API key expired"];
const adultsOnly = "Only an owner or adult can do this";
const ownersOnly = "Only an owner can do this";
const appOnly = "Only the app can do this";
const devicesOnly = "Only a paired tablet can do this";
const otherOrigin = "Origin does not match";

/** Returns the texts of all errors that an operation can have, by status. */
function refusalsOf(method: string, policy: RoutePolicy, { access, writes, isForAdults, refusals }: OperationDetail) {
  const { body, upload, params, query } = policy;
  const fields = [body, params, query].flatMap((schema) => (schema && firstRefusal(schema)) ?? []);
  const [fieldText = "colour: unknown field"] = fields;
  const isWrite = body !== null || upload !== null || writes;
  const texts: Record<number, readonly string[]> = { 400: [fieldText] };
  if (access === "visitor") {
    texts[401] = keyFaults;
    texts[403] = [appOnly, ...(isWrite ? [otherOrigin] : [])];
    texts[429] = ["Rate limit exceeded"];
  } else if (access !== "public") {
    texts[401] = isForApp(access) || access === "device" ? ["Not signed in", ...keyFaults] : keyFaults;
    texts[403] = [...new Set([...(isForAdults ? [adultsOnly] : []), ...forbiddenTexts(access, isWrite)])];
    texts[429] = ["Rate limit exceeded"];
  }
  if (body) {
    texts[400] = ["Malformed JSON", fieldText];
    texts[413] = ["Request body is larger than 1 MB"];
    texts[415] = ["Expected application/json"];
  }
  if (upload) {
    texts[400] = [`file: ${upload.expectedFile}`];
    texts[413] = [upload.tooLargeMessage];
    texts[415] = ["Expected multipart/form-data"];
  }
  if (body || upload) texts[408] = ["Request body took too long"];
  texts[500] = ["Internal error"];
  if (isWrite) texts[507] = ["Disk is full", "The data folder is gone"];
  for (const [status, own] of Object.entries(refusals))
    texts[Number(status)] = [...new Set([...own, ...(texts[Number(status)] ?? [])])];
  if (takesKey(method, policy)) {
    texts[409] = [...(texts[409] ?? []), "A request with this idempotency key is in progress"];
    texts[422] = [...(texts[422] ?? []), "Idempotency key was used for another request"];
  }
  return texts;
}

function forbiddenTexts(access: DeclaredAccess, isWrite: boolean): readonly string[] {
  if (access === "device") return [appOnly, devicesOnly, otherOrigin, "subscription_required", "api_plan_required"];
  const ofKeys = isForApp(access) ? [appOnly] : scopesOf(access).map((scope) => `Missing scope: ${scope}`);
  const ofMembers = [...(isWrite || isForApp(access) ? [adultsOnly] : []), ...(isWrite ? [otherOrigin] : [])];
  const ofAdults = access === "owner" ? [ownersOnly] : [];
  return [...ofKeys, ...ofMembers, ...ofAdults, "subscription_required", "api_plan_required"];
}
