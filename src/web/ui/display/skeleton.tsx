import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { cx } from "../cx.ts";

/** Placeholder that is shown while content loads. Sizes are CSS lengths. */
export function Skeleton(props: { height: string; width?: string; card?: boolean; className?: string }) {
  return (
    <div
      className={cx("skeleton", props.card && "skeleton-card", props.className)}
      style={{ blockSize: props.height, inlineSize: props.width ?? "100%" }}
    />
  );
}

const AbsenceContext = createContext<ComponentChildren>(null);

/**
 * Shows `notice` in place of all placeholders inside `children`, because their data cannot be loaded. If `notice` is
 * null, the placeholders are shown.
 */
export function Absence({ notice, children }: { notice: ComponentChildren; children: ComponentChildren }) {
  return <AbsenceContext value={notice}>{children}</AbsenceContext>;
}

/**
 * Returns the notice of {@link Absence} that takes the place of placeholders. Returns null while data can be loaded.
 */
export function useAbsence(): ComponentChildren {
  return useContext(AbsenceContext);
}

/** Shows several placeholders. Screen readers read `label` once for all of them. */
export function Skeletons(props: { label: string; count: number; height: string; card?: boolean }) {
  const absence = useAbsence();
  return absence ?? <Outline {...props} />;
}

/**
 * Placeholders that are shown while a script loads. The notice of {@link Absence} never replaces these placeholders.
 * That notice says that data cannot be loaded, but scripts are stored in the browser.
 */
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
