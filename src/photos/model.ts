/** Schema kinds of photos that covers use, too. */
import { Type } from "@sinclair/typebox";
import { nullable, oneOf } from "../wire.ts";
import { providerNames } from "./provider.ts";

/** Who made a photo and on what terms it may be shown: fields of a result, and of a cover's `attribution`. */
export const attributionFields = {
  photographer: Type.String({ examples: ["Anna Linden"] }),
  photographerUrl: nullable(Type.String({ examples: ["https://photos.example/people/anna"] })),
  provider: oneOf(providerNames),
  photoUrl: nullable(Type.String({ examples: ["https://photos.example/photos/1"] })),
  license: nullable(Type.String({ examples: ["CC BY 4.0"] })),
};
