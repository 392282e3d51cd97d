/** The kinds that tools share: parameters that are spelt alike everywhere, and the short kinds of their answers. */
import { Kind, type TProperties, Type } from "@sinclair/typebox";
import { closed } from "../../wire.ts";
import { dayHint } from "./times.ts";

/** An id as tools answer it, as a parameter. `of` says whose, and where it comes from. */
export const idParameter = (of: string) => Type.String({ minLength: 1, maxLength: 36, description: of });

/** Free text of at most so many characters, for REST to refuse in its own words: like `Text`, in fewer of a model's tokens. */
export const textParameter = (maxLength: number, description?: string) =>
  Type.Unsafe<string>({ ...(description ? { description } : {}), [Kind]: "Text", type: "string", maxLength });

/** A member, by name or id. */
export const memberParameter = (description: string) => textParameter(60, `${description} (name or id)`);

/** A date. */
export const dayParameter = (description: string) =>
  Type.String({ maxLength: 40, description: `${description}: ${dayHint}` });

/** Of every tool that creates. */
export const idempotencyKeyParameter = Type.Optional(
  Type.String({ maxLength: 255, description: "Any text; the same one again repeats nothing" }),
);

/** Of every tool that deletes; it may be left out at first, so that a client can ask. */
export const confirmParameter = Type.Optional(Type.Boolean({ description: "true once the person agreed" }));

/** Of every long list. */
export const cursorParameter = Type.Optional(
  Type.String({ maxLength: 100, description: "nextCursor of the answer before" }),
);

/** In an answer: one of a collection. All its fields are there, but where it is said otherwise; to name them twice costs a third. */
export const item = <Fields extends TProperties>(fields: Fields) => Type.Partial(closed(fields));

/** In an answer: a text. */
export const text = Type.String();
/** In an answer: a text or null. */
export const textOrNull = Type.Unsafe<string | null>({ type: ["string", "null"] });
/** In an answer: true or false. */
export const flag = Type.Boolean();
/** In an answer: a count. */
export const count = Type.Integer();

/** What every answer of a list carries beside its collection. */
export const pageFields = { total: count, truncated: flag, nextCursor: textOrNull };

/** What every answer of a write carries: `activityId` is null where nothing changed. */
export const writeFields = { id: text, activityId: textOrNull };
