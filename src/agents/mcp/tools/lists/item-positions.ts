/** Computes positions from the parameters `under` and `after`, and the earlier changes of the call. */
import { foldText } from "#lib/case-folding.ts";
import { isUuid } from "#lib/wire.ts";
import { quotedShort, withinQuotes } from "../../output/format.ts";
import { type ToolError, wrongParameter } from "../../output/tool-error.ts";
import type { Context } from "../../tool.ts";
import { type Block, flat, itemId } from "./list-lookup.ts";

type ItemPosition = { readonly parentId: string | null; readonly beforeId: string | null };

/** Finds a container: a top-level task or a header. @throws ToolError that says why the named item is none */
export function containerAmong(
  context: Context,
  blocks: readonly Block[],
  under: string,
  parameter: string,
): Block | { readonly id: string } {
  const isContainer = ({ type, parentId }: Block) => (type === "task" && parentId === null) || type === "header";
  const named = blocks.filter(({ content }) => content !== "" && foldText(content) === foldText(withinQuotes(under)));
  const [unfit] = named.some(isContainer) ? [] : named;
  if (unfit) throw containerError(unfit, blocks, parameter);
  const id = itemId(context, blocks, under, parameter, { isCandidate: isContainer, note: context.note });
  const found = blocks.find((block) => block.id === id);
  if (found && !isContainer(found)) throw containerError(found, blocks, parameter);
  return found ?? { id };
}

function containerError({ content, type, parentId }: Block, blocks: readonly Block[], parameter: string): ToolError {
  const parent = blocks.find(({ id }) => id === parentId);
  const why = parent ? `is itself under ${quotedShort(parent.content)}` : `is a ${type}`;
  return wrongParameter(
    parameter,
    `${quotedShort(content)} ${why}, so nothing can be under it`,
    `nothing was changed. Take ${parent ? quotedShort(parent.content) : "a task"}, or a header.`,
  );
}

/** Returns what ends the part under a header: the next header or divider. Null if the part goes to the list's end. */
export function endOfPart(top: readonly Pick<Block, "id" | "type">[], id: string): string | null {
  const after = top.slice(top.findIndex((block) => block.id === id) + 1);
  return after.find(({ type }) => endsPart(type))?.id ?? null;
}

const endsPart = (type: Block["type"]) => type === "header" || type === "divider";

export class ItemPositions {
  private blocks: Block[];
  private readonly lastMovedTo = new Map<string, string>();

  constructor(
    private readonly context: Context,
    blocks: readonly Block[],
  ) {
    this.blocks = flat(blocks);
  }

  /** Returns the position of `id` under the item `under`, or after its parent if `under` is empty. @throws ToolError */
  under(id: string, under: string, path: string): ItemPosition {
    const parameter = `${path}.under`;
    if (under.trim() === "") {
      const { parentId } = this.require(id, `${path}.item`);
      if (parentId === null) return { parentId, beforeId: this.nextOf(id) };
      return { parentId: null, beforeId: this.nextAfterMoved(parentId, id, this.nextOf(parentId)) };
    }
    const container = containerAmong(this.context, this.blocks, under, parameter);
    if (container.id === id) throw sameItemError(parameter);
    if (!("type" in container) || container.type === "task") {
      return { parentId: container.id, beforeId: this.find(id)?.parentId === container.id ? this.nextOf(id) : null };
    }
    return { parentId: null, beforeId: endOfPart(this.level(null, id), container.id) };
  }

  /** Returns the first position under the item `under`, or on the whole list if that is empty. @throws ToolError */
  first(id: string, under: string, path: string): ItemPosition {
    this.require(id, `${path}.item`);
    const container = under.trim() === "" ? null : containerAmong(this.context, this.blocks, under, `${path}.under`);
    if (container?.id === id) throw sameItemError(`${path}.under`);
    const isHeader = container !== null && "type" in container && container.type === "header";
    const parentId = container === null || isHeader ? null : container.id;
    const first = isHeader ? this.nextOf(container.id, id) : (this.level(parentId, id)[0]?.id ?? null);
    return { parentId, beforeId: this.nextAfterMoved(`first ${container?.id}`, id, first) };
  }

  /** Returns the position of `id` after the item `after`. @throws ToolError */
  after(id: string, after: string, path: string): ItemPosition {
    const parameter = `${path}.after`;
    const { parentId } = this.require(id, `${path}.item`);
    const own = this.level(parentId, id);
    const isOwn = own.some(({ content }) => foldText(content) === foldText(withinQuotes(after)));
    const isKnown = (block: Block) => (isOwn && !isUuid(after.trim()) ? own.includes(block) : block.id !== id);
    const neighbour = this.require(
      itemId(this.context, this.blocks, after, parameter, { isCandidate: isKnown, note: this.context.note }),
      parameter,
    );
    if (neighbour.id === id) throw sameItemError(parameter);
    const { parentId: level } = neighbour;
    return { parentId: level, beforeId: this.nextAfterMoved(neighbour.id, id, this.nextOf(neighbour.id, id)) };
  }

  /** Says where an item is: `“Milk” is at place 2 of 9, under “Dairy”.` */
  describe(id: string): string[] {
    const item = this.find(id);
    if (!item) return [];
    const level = this.level(item.parentId);
    const at = level.findIndex((block) => block.id === id);
    const start = level.slice(0, at).findLast(({ type }) => endsPart(type));
    const above = this.find(item.parentId ?? "") ?? (start?.type === "header" ? start : undefined);
    const under = above === undefined ? "" : `, under ${quotedShort(above.content)}`;
    const name = item.type === "divider" ? "The divider" : quotedShort(item.content);
    return [`${name} is at place ${at + 1} of ${level.length}${under}.`];
  }

  find(id: string): Block | undefined {
    return this.blocks.find((block) => block.id === id);
  }

  moveTo(id: string, { parentId, beforeId }: ItemPosition): void {
    const moved = this.find(id);
    if (!moved) return;
    const rest = this.blocks.filter((block) => block.id !== id);
    const at = beforeId === null ? rest.length : rest.findIndex((block) => block.id === beforeId);
    this.blocks = rest.toSpliced(at, 0, { ...moved, parentId });
  }

  convert(id: string, type: Block["type"]): void {
    this.blocks = this.blocks.flatMap((block) => {
      if (block.id === id) return [{ ...block, type }];
      return block.parentId === id ? [] : [block];
    });
  }

  remove(id: string): void {
    this.blocks = this.blocks.filter((block) => block.id !== id && block.parentId !== id);
  }

  /** Returns the item before which `id` goes: the one after the item last moved to `place`, or `first` if none was. */
  private nextAfterMoved(place: string, id: string, first: string | null): string | null {
    const last = this.lastMovedTo.get(place);
    this.lastMovedTo.set(place, id);
    return last === undefined || last === id || !this.find(last) ? first : this.nextOf(last, id);
  }

  /** Returns the items under a task, or at the top level, without the item `except`. */
  level(parentId: string | null, except = ""): Block[] {
    return this.blocks.filter((block) => block.parentId === parentId && block.id !== except);
  }

  private nextOf(id: string, except = ""): string | null {
    const level = this.level(this.find(id)?.parentId ?? null, except);
    return level[level.findIndex((block) => block.id === id) + 1]?.id ?? null;
  }

  private require(id: string, parameter: string): Block {
    const found = this.find(id);
    if (found) return found;
    const repair = "nothing was changed. Take one that list_lists returned.";
    throw wrongParameter(parameter, "no such item", repair, { code: "no_such_reference" });
  }
}

function sameItemError(parameter: string): ToolError {
  return wrongParameter(parameter, "must be another item", "nothing was changed. Name another.");
}
