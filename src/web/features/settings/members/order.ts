/** The ids of `items` in order, once the one of `id` stands at `index`. */
export function movedTo(items: readonly { id: string }[], id: string, index: number): string[] {
  const others = items.map((item) => item.id).filter((each) => each !== id);
  return [...others.slice(0, index), id, ...others.slice(index)];
}
