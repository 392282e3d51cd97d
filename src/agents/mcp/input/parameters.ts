import { Kind, type TProperties, Type } from "@sinclair/typebox";
import { closed } from "#lib/wire.ts";
import { dayHint, maxDateLength } from "./times.ts";

export const unlistedMinimum = Symbol("a minLength that saves tokens");

/**
 * Schema of a text parameter. The REST API checks the length of the text. Describing this schema to agents costs fewer
 * tokens than describing the schema `Text`.
 */
export const textParameter = (maxLength: number, description?: string) => {
  const bounds = { type: "string", minLength: 1, maxLength, [unlistedMinimum]: true };
  return Type.Unsafe<string>({ ...(description ? { description } : {}), [Kind]: "Text", ...bounds });
};

export const memberParameter = (description: string) => textParameter(60, `${description} (name or id)`);

export const dayParameter = (description: string) =>
  Type.String({ maxLength: maxDateLength, description: `${description}: ${dayHint}` });

export const idempotencyKeyParameter = Type.Optional(
  Type.String({ maxLength: 1000, description: "Any text; sending it again creates nothing new" }),
);

/**
 * Parameter for the person's consent. The parameter is optional, because some clients can ask the person themselves.
 */
export const confirmParameter = Type.Optional(Type.Boolean({ description: "true once the person agreed" }));

export const cursorParameter = Type.Optional(
  Type.String({ maxLength: 100, description: "nextCursor of the previous answer" }),
);

/** Schema of one row of a result. All fields are optional, because required fields cost a third more tokens. */
export const item = <Fields extends TProperties>(fields: Fields) => Type.Partial(closed(fields));

export const text = Type.String();
/** Schema of a text in a tool's result. The text is missing in the result if its value is null. */
export const textOrAbsent = Type.Optional(Type.String());
export const flag = Type.Boolean();
export const count = Type.Integer();

export const pageFields = { total: count, truncated: flag, nextCursor: textOrAbsent };

export const writeFields = { id: text, activityId: textOrAbsent };
