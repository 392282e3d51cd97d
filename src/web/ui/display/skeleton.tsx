import { cx } from "../cx.ts";

/** Sizes are CSS lengths. */
export function Skeleton(props: { height: string; width?: string; card?: boolean; className?: string }) {
  return (
    <div
      className={cx("skeleton", props.card && "skeleton-card", props.className)}
      style={{ blockSize: props.height, inlineSize: props.width ?? "100%" }}
    />
  );
}

/** Screen readers hear `label` once. */
export function Skeletons(props: { label: string; count: number; height: string; card?: boolean }) {
  return (
    <div className="skeletons" role="status" aria-label={props.label}>
      {Array.from({ length: props.count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} height={props.height} card={props.card ?? false} />
      ))}
    </div>
  );
}
