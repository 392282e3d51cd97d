import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
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

const AbsenceContext = createContext<ComponentChildren>(null);

/** While `notice` is not null, it stands for data that cannot be loaded. */
export function Absence({ notice, children }: { notice: ComponentChildren; children: ComponentChildren }) {
  return <AbsenceContext value={notice}>{children}</AbsenceContext>;
}

/** Null while data can be loaded. */
export function useAbsence(): ComponentChildren {
  return useContext(AbsenceContext);
}

/** Screen readers hear `label` once. */
export function Skeletons(props: { label: string; count: number; height: string; card?: boolean }) {
  const absence = useAbsence();
  return absence ?? <Outline {...props} />;
}

/** For scripts, which are on the device. */
export function Outline(props: { label: string; count: number; height: string; card?: boolean }) {
  return (
    <div className="skeletons" role="status" aria-label={props.label}>
      {Array.from({ length: props.count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} height={props.height} card={props.card ?? false} />
      ))}
    </div>
  );
}
