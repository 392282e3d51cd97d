import { type Static, Type } from "@sinclair/typebox";
import {
  answered,
  ColorKey,
  closed,
  Instant,
  integer,
  nullable,
  oneOf,
  recordFields,
  Text,
  tagged,
  Uuid,
} from "#lib/wire.ts";
import { PhotoAttribution } from "./photos/model.ts";

export const visibilities = ["shared", "personal"] as const;
export type Visibility = (typeof visibilities)[number];

export const blockTypes = ["task", "header", "paragraph", "divider"] as const;
export type BlockType = (typeof blockTypes)[number];

export const ListName = Text(1, 200, { examples: ["Groceries"] });
/** The text of a block. Whether it may be empty depends on the type of the block. */
const Content = Text(0, 2000, { examples: ["Milk"] });
export const Ids = Type.Array(Uuid, { minItems: 1, description: "All of them, each once, in their new order" });

const HexColor = Type.String({ pattern: "^#[0-9a-f]{6}$", examples: ["#7fb7be"] });

export const Cover = closed(
  {
    kind: oneOf(["gradient", "image", "photo"]),
    hidden: Type.Boolean(),
    url: nullable(Type.String({ description: "Null: there is no picture", examples: ["/covers/4f0c….webp"] })),
    gradient: closed({ from: HexColor, to: HexColor, angle: integer(0, 359, { examples: [135] }) }),
    attribution: nullable(PhotoAttribution),
  },
  { title: "Cover" },
);
export type Cover = Static<typeof Cover>;

export const SectionFields = closed({ name: Text(1, 200, { examples: ["Home"] }) });
export type SectionFields = Static<typeof SectionFields>;

export const Section = closed({ id: Uuid, ...answered(SectionFields), ...recordFields }, { title: "Section" });
export type Section = Static<typeof Section>;

export const ListSettings = closed({
  icon: Type.Optional(Text(1, 60, { description: "An emoji", examples: ["🛒"] })),
  colorKey: Type.Optional(nullable(ColorKey)),
  favorite: Type.Optional(Type.Boolean()),
  hideDone: Type.Optional(Type.Boolean()),
  visibility: Type.Optional(oneOf(visibilities)),
});

export const NewList = closed({ name: ListName, sectionId: Uuid, ...ListSettings.properties });
export type NewList = Static<typeof NewList>;

export const ListPatch = closed(Type.Partial(NewList).properties);
export type ListPatch = Static<typeof ListPatch>;

/** The body of a request that copies a list. It has either a `templateId` or a `copyOf`. */
export const NewCopy = closed({
  sectionId: Uuid,
  name: ListName,
  visibility: Type.Optional(oneOf(visibilities)),
  templateId: Type.Optional(Uuid),
  copyOf: Type.Optional(Uuid),
});
export type NewCopy = Static<typeof NewCopy>;

const listFields = {
  id: Uuid,
  name: Type.String({ examples: ["Groceries"] }),
  sectionId: Uuid,
  visibility: oneOf(visibilities),
  icon: Type.String({ examples: ["🛒"] }),
  colorKey: nullable(ColorKey),
  favorite: Type.Boolean(),
  hideDone: Type.Boolean({ description: "For display only: responses contain every block" }),
  cover: Cover,
  remainingCount: Type.Integer({ description: "Unchecked tasks, subtasks included", examples: [3] }),
  ...recordFields,
};

export const List = closed(listFields, { title: "List" });
export type List = Static<typeof List>;

const blockFields = {
  id: Uuid,
  type: oneOf(blockTypes),
  content: Type.String({ examples: ["Milk"] }),
  done: Type.Boolean({ examples: [false] }),
  dueDate: nullable(Instant),
  memberId: nullable(Uuid),
  parentId: nullable(Type.String({ format: "uuid", description: "Null: at the top of its list" })),
  ...recordFields,
};

export const Subtask = closed(blockFields, { title: "Subtask" });
export type Subtask = Static<typeof Subtask>;

export const Block = closed(
  { listId: Uuid, ...blockFields, subtasks: Type.Array(Subtask, { description: "In display order" }) },
  { title: "Block" },
);
export type Block = Static<typeof Block>;

export const NewBlock = closed({
  type: oneOf(blockTypes),
  content: Type.Optional(Content),
  parentId: Type.Optional(Uuid),
  afterBlockId: Type.Optional(Uuid),
  beforeBlockId: Type.Optional(Uuid),
});
export type NewBlock = Static<typeof NewBlock>;

export const BlockPatch = closed({
  content: Type.Optional(Content),
  done: Type.Optional(Type.Boolean()),
  dueDate: Type.Optional(nullable(Instant)),
  memberId: Type.Optional(nullable(Uuid)),
});
export type BlockPatch = Static<typeof BlockPatch>;

/**
 * The place to which a block is moved. If `parentId` is omitted, the block keeps its level, or moves to the top level
 * of another list. The block is put before the block `beforeId`, or at the end of the level if `beforeId` is null. If
 * `beforeId` is omitted, a block that keeps its level also keeps its position. Any other block is put at the end.
 */
const BlockMove = closed({
  targetListId: Type.Optional(Uuid),
  parentId: Type.Optional(nullable(Uuid)),
  beforeId: Type.Optional(nullable(Uuid)),
});
export type BlockMove = Static<typeof BlockMove>;

/** `parentOperation` is the index of the earlier operation that creates the parent of the block. */
export const NewBlockOperation = closed({
  op: Type.Literal("create"),
  ...NewBlock.properties,
  merge: Type.Optional(Type.Boolean({ description: "Change the same task, if there is one" })),
  parentOperation: Type.Optional(integer(0, 49)),
  done: Type.Optional(Type.Boolean()),
  dueDate: Type.Optional(Instant),
  memberId: Type.Optional(Uuid),
});
export type NewBlockOperation = Static<typeof NewBlockOperation>;

export const NewListWithItems = closed({
  ...NewList.properties,
  sectionId: Type.Optional({ ...Uuid, description: "Without: the first section, which is made if there is none" }),
  operations: Type.Optional(Type.Array(NewBlockOperation, { maxItems: 50, description: "The list's first blocks" })),
});
export type NewListWithItems = Static<typeof NewListWithItems>;

export const BlockOperation = tagged("op", [
  NewBlockOperation,
  closed({ op: Type.Literal("update"), blockId: Uuid, ...BlockPatch.properties }),
  closed({ op: Type.Literal("convert"), blockId: Uuid, type: oneOf(blockTypes) }),
  closed({ op: Type.Literal("move"), blockId: Uuid, ...BlockMove.properties }),
  closed({ op: Type.Literal("delete"), blockId: Uuid }),
]);
export type BlockOperation = Static<typeof BlockOperation>;

export const BlockOnList = closed({ ...blockFields, subtasks: Type.Array(Subtask) }, { title: "BlockOnList" });
export type BlockOnList = Static<typeof BlockOnList>;

export const ListWithBlocks = closed({ ...listFields, blocks: Type.Array(BlockOnList) }, { title: "ListWithBlocks" });
export type ListWithBlocks = Static<typeof ListWithBlocks>;

export const ListOnBoard = closed(
  {
    ...listFields,
    blockCount: Type.Integer({ description: "Blocks of every type, subtasks included", examples: [12] }),
    openItems: Type.Array(closed({ id: Uuid, content: Type.String({ examples: ["Milk"] }) }), {
      description: "The first three open tasks at the top level, with at most 80 characters of their text",
    }),
  },
  { title: "ListOnBoard" },
);
export type ListOnBoard = Static<typeof ListOnBoard>;

export const SectionOnBoard = closed(
  { ...Section.properties, lists: Type.Array(ListOnBoard) },
  { title: "SectionOnBoard" },
);
export type SectionOnBoard = Static<typeof SectionOnBoard>;

export const SectionWithLists = closed(
  { ...Section.properties, lists: Type.Array(ListWithBlocks) },
  { title: "SectionWithLists" },
);
export type SectionWithLists = Static<typeof SectionWithLists>;
