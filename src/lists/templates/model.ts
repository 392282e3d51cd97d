import { type Static, Type } from "@sinclair/typebox";
import { ColorKey, closed, nullable, oneOf, recordFields, Uuid } from "#lib/wire.ts";
import { blockTypes, Cover, ListName, visibilities } from "../model.ts";

const TemplateItem = closed(
  {
    type: oneOf(blockTypes),
    content: Type.String({ examples: ["Passports"] }),
    memberId: nullable(Uuid),
    subtasks: Type.Array(closed({ content: Type.String({ examples: ["Mia's passport"] }), memberId: nullable(Uuid) })),
  },
  { title: "TemplateItem" },
);
export type TemplateItem = Static<typeof TemplateItem>;

export const NewTemplate = closed({ listId: Uuid, name: Type.Optional(ListName) });
export type NewTemplate = Static<typeof NewTemplate>;

export const ListTemplate = closed(
  {
    id: Uuid,
    name: Type.String({ examples: ["Packing"] }),
    icon: Type.String({ examples: ["🧳"] }),
    colorKey: nullable(ColorKey),
    visibility: oneOf(visibilities, { description: "Personal: saved from a personal list, for its owner only" }),
    cover: Cover,
    items: Type.Array(TemplateItem),
    ...recordFields,
  },
  { title: "ListTemplate" },
);
export type ListTemplate = Static<typeof ListTemplate>;
