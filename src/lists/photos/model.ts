import { type Static, Type } from "@sinclair/typebox";
import { closed, nullable, oneOf } from "#lib/wire.ts";

export const providerNames = ["openverse", "pexels", "unsplash", "folder"] as const;
export type ProviderName = (typeof providerNames)[number];

export const PhotoAttribution = closed(
  {
    photographer: Type.String({ examples: ["Anna Linden"] }),
    photographerUrl: nullable(Type.String({ examples: ["https://photos.example/people/anna"] })),
    provider: oneOf(providerNames),
    photoUrl: nullable(Type.String({ examples: ["https://photos.example/photos/1"] })),
    // Null if the photo belongs to the household.
    license: nullable(Type.String({ examples: ["CC BY 4.0"] })),
  },
  { title: "PhotoAttribution", description: "Who took a photo and where it comes from." },
);
export type Attribution = Static<typeof PhotoAttribution>;

export const Photo = closed(
  {
    id: Type.String({ description: "What a cover is set from", examples: ["folder:beach.webp"] }),
    description: Type.String({ examples: ["beach"] }),
    width: nullable(Type.Integer({ examples: [1600] })),
    height: nullable(Type.Integer({ examples: [1067] })),
    thumbnailUrl: Type.String({
      description: "On this server; needs no credentials",
      examples: ["/photos/thumbnails/Zm9sZGVyOmJlYWNoLndlYnA.4mZ1Wb3yq0c2k7Vh5s9DaA"],
    }),
    color: nullable(Type.String({ description: "Its main colour", examples: ["#4a7fa5"] })),
    ...PhotoAttribution.properties,
  },
  { title: "Photo" },
);
export type Photo = Static<typeof Photo>;

export const PhotoPage = closed({ photos: Type.Array(Photo), page: Type.Integer(), totalPages: Type.Integer() });
export type PhotoPage = Static<typeof PhotoPage>;
