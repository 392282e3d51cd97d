/** The kinds that describe sections, lists and blocks. */
import { type Static, Type } from "@sinclair/typebox";
import { attributionFields } from "../photos/model.ts";
import { ColorKey, closed, Instant, integer, nullable, oneOf, recordFields, Text, tagged, Uuid } from "../wire.ts";

/** Who sees a list: the household, or its owner alone. */
export const visibilities = ["shared", "personal"] as const;
/** See {@link visibilities}. */
export type Visibility = (typeof visibilities)[number];

/** What a block can be. */
export const blockTypes = ["task", "header", "paragraph", "divider"] as const;
/** See {@link blockTypes}. */
export type BlockType = (typeof blockTypes)[number];

/** The name of a section. */
export const SectionName = Text(1, 200, { examples: ["Home"] });
/** The name of a list. */
export const ListName = Text(1, 200, { examples: ["Groceries"] });
/** What a block says; that it may not be empty depends on its type. */
export const Content = Text(0, 2000, { examples: ["Milk"] });
/** All ids of one level in their new order. */
export const Ids = Type.Array(Uuid, { minItems: 1, description: "All of them, each once, in their new order" });

const PhotoAttribution = closed(attributionFields, {
  title: "PhotoAttribution",
  description: "Who took a photo and where it comes from.",
});

const HexColor = Type.String({ pattern: "^#[0-9a-f]{6}$", examples: ["#7fb7be"] });

/** What stands at the head of a list: a picture, or a gradient made from its id and colour. */
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

/** A section as its writes answer it. */
export const Section = closed(
  { id: Uuid, name: Type.String({ examples: ["Home"] }), ...recordFields },
  { title: "Section" },
);
/** See {@link Section}. */
export type Section = Static<typeof Section>;

const listFields = {
  id: Uuid,
  name: Type.String({ examples: ["Groceries"] }),
  sectionId: Uuid,
  visibility: oneOf(visibilities),
  icon: Type.String({ examples: ["🛒"] }),
  colorKey: nullable(ColorKey),
  favorite: Type.Boolean(),
  hideDone: Type.Boolean({ description: "For display only: every block is answered" }),
  cover: Cover,
  remainingCount: Type.Integer({ description: "Unchecked tasks, subtasks included", examples: [3] }),
  ...recordFields,
};

/** A list as its writes answer it: without its blocks. */
export const List = closed(listFields, { title: "List" });
/** See {@link List}. */
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

/** A task under a task. */
export const Subtask = closed(blockFields, { title: "Subtask" });
/** See {@link Subtask}. */
export type Subtask = Static<typeof Subtask>;

/** A block as its writes answer it. */
export const Block = closed(
  { listId: Uuid, ...blockFields, subtasks: Type.Array(Subtask, { description: "In display order" }) },
  { title: "Block" },
);
/** See {@link Block}. */
export type Block = Static<typeof Block>;

/** What is sent of a new block. */
export const newBlock = {
  type: oneOf(blockTypes),
  content: Type.Optional(Content),
  parentId: Type.Optional(Uuid),
  afterBlockId: Type.Optional(Uuid),
  beforeBlockId: Type.Optional(Uuid),
};

/** What may be sent of a change of a block. */
export const blockPatch = {
  content: Type.Optional(Content),
  done: Type.Optional(Type.Boolean()),
  dueDate: Type.Optional(nullable(Instant)),
  memberId: Type.Optional(nullable(Uuid)),
};

/** One change of several; see `changeBlocks`. A new task may have its state, a due date and an assignee at once. */
export const BlockOperation = tagged("op", [
  closed({
    op: Type.Literal("create"),
    ...newBlock,
    done: Type.Optional(Type.Boolean()),
    dueDate: Type.Optional(Instant),
    memberId: Type.Optional(Uuid),
  }),
  closed({ op: Type.Literal("update"), blockId: Uuid, ...blockPatch }),
  closed({ op: Type.Literal("convert"), blockId: Uuid, type: oneOf(blockTypes) }),
  closed({ op: Type.Literal("move"), blockId: Uuid, targetListId: Uuid }),
  closed({ op: Type.Literal("delete"), blockId: Uuid }),
]);

/** A block on a list that is read as a whole. */
export const BlockOnList = closed({ ...blockFields, subtasks: Type.Array(Subtask) }, { title: "BlockOnList" });
/** See {@link BlockOnList}. */
export type BlockOnList = Static<typeof BlockOnList>;

/** A list with its blocks in display order. */
export const ListWithBlocks = closed({ ...listFields, blocks: Type.Array(BlockOnList) }, { title: "ListWithBlocks" });
/** See {@link ListWithBlocks}. */
export type ListWithBlocks = Static<typeof ListWithBlocks>;

/** A section with its lists and blocks, everything in display order. */
export const SectionWithLists = closed(
  { ...Section.properties, lists: Type.Array(ListWithBlocks) },
  { title: "SectionWithLists" },
);
/** See {@link SectionWithLists}. */
export type SectionWithLists = Static<typeof SectionWithLists>;
