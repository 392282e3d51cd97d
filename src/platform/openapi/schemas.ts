/** Converts schemas of the routes to those of OpenAPI 3.0.3: without null types, and with one example each. */
export type Json = { [key: string]: unknown };

/** Converts a schema. An object with a title is moved to the components and replaced by a reference. */
export function toSchema(schema: Json, schemas: Json): Json {
  if (schema.type === "object" && typeof schema.title === "string") {
    schemas[schema.title] ??= toFields(schema, schemas);
    return reference("schemas", schema.title);
  }
  return toFields(schema, schemas);
}

export function toFields(
  { examples, const: constant, title, patternProperties, "x-tag": _, ...schema }: Json,
  schemas: Json,
): Json {
  const { anyOf, items, properties } = schema as { anyOf?: Json[]; items?: Json; properties?: Record<string, Json> };
  if (anyOf?.some(({ type }) => type === "null")) return toNullable(anyOf[0] as Json, schemas);
  if (anyOf) return { oneOf: anyOf.map((each) => toSchema(each, schemas)) };
  const result: Json = { ...schema };
  if (constant !== undefined) result.enum = [constant];
  if (items) result.items = toSchema(items, schemas);
  if (properties) {
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, toSchema(field, schemas)]),
    );
  }
  if (patternProperties) result.additionalProperties = toSchema(Object.values(patternProperties)[0] as Json, schemas);
  if (Array.isArray(examples)) result.example = examples[0];
  return result;
}

/** The schema for null beside a reference: in OpenAPI 3.0.3, `nullable` works only with a `type` in the same schema. */
const nothing: Json = { type: "object", nullable: true, enum: [null], description: "Null, where there is no object." };

function toNullable(present: Json, schemas: Json): Json {
  const schema = toSchema(present, schemas);
  const variants = "$ref" in schema ? [schema] : (schema.oneOf as Json[] | undefined);
  if (variants) {
    schemas.Null ??= nothing;
    return { oneOf: [...variants, reference("schemas", "Null")] };
  }
  if (Array.isArray(schema.enum)) return { ...schema, nullable: true, enum: [...schema.enum, null] };
  return { ...schema, nullable: true };
}

/** Examples of texts by the name of their field. */
const textExamples: Readonly<Record<string, string>> = {
  agentName: "Shopping agent",
  cursor: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42",
  error: "label: must be 1 to 300 characters",
  externalCalendarId: "primary",
  ingredient: "200 g flour",
  key: "school",
  label: "Water the plants",
  lastAgentName: "Shopping agent",
  location: "Music school",
  nextCursor: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42",
  notes: "Bring the music book",
  notRestored: "the picture of the cover",
  recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
  query: "dentist",
  title: "Piano",
};

/** Examples of `name` and `notes` by a field beside them, which shows what the record is. */
const examplesBeside: readonly (readonly [name: string, beside: string, example: string])[] = [
  ["name", "stars", "Empty the dishwasher"],
  ["name", "scopes", "Claude"],
  ["name", "groceryListName", "The Millers"],
  ["name", "key", "School"],
  ["notes", "ingredients", "Tastes better on the second day"],
  ["notes", "dueDate", "The can is in the shed"],
];

function textExample(name: string, siblings: Json): string {
  const found = examplesBeside.find(([field, beside]) => field === name && beside in siblings)?.[2];
  return found ?? textExamples[name] ?? (/name$/i.test(name) ? "Anna" : "Text");
}

/** Returns an example for a schema: the schema's own example if it has one, otherwise a constructed one. */
export function exampleOf(schema: Json, name = "", siblings: Json = {}): unknown {
  const { examples, default: fallback, const: constant, anyOf, items, properties } = schema as Record<string, Json>;
  if (Array.isArray(examples)) return examples[0];
  if (fallback !== undefined) return fallback;
  if (constant !== undefined) return constant;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Json, name, siblings);
  if (items) return [exampleOf(items, name)];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([key, field]) => [key, exampleOf(field as Json, key, properties)]),
    );
  }
  if (schema.format === "uuid") return "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
  if (schema.type === "integer") return schema.minimum ?? 1;
  if (schema.type === "boolean") return true;
  return textExample(name, siblings);
}

export function reference(kind: "schemas" | "parameters" | "headers", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}
