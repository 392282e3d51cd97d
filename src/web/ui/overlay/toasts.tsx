/** Region of toasts. The app has its own code for this, because sonner is about 9 kB compressed, and made for React. */
import { createPortal, useSyncExternalStore } from "preact/compat";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { useLabels } from "../display/labels.tsx";
import { CircleAlert, X } from "../icons.ts";
import { type Toast, useToasts } from "./toast-store.ts";

/**
 * Shows the toasts. While the pointer or the focus is on a toast, the time of the toast stops. The region is a child of
 * the body and not of the app's element. An open dialog makes that element inert, but toasts must stay usable.
 */
export function ToastRegion() {
  const labels = useLabels();
  const toasts = useToasts();
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const [isHeld, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);
  const hold = () => setHeld(true);
  // If the toast disappears under the pointer, no leave event follows.
  if (isHeld && !shown) setHeld(false);
  useLayoutEffect(() => (region.current ? reserveRoom(region.current) : undefined), []);
  return createPortal(
    <section
      ref={region}
      className="toasts"
      aria-label={labels.notifications}
      aria-live="polite"
      onPointerEnter={hold}
      onPointerLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={() => setHeld(false)}
    >
      {shown && <Message key={shown.id} toast={shown} isHeld={isHeld} />}
    </section>,
    document.body,
  );
}

/**
 * Keeps the CSS property `--toast` of the root element equal to the height of the toast and its margin. Pages, sheets
 * and sticky controls leave this height free, so that the toast hides no control. Returns a function that stops the
 * updates.
 */
function reserveRoom(region: HTMLElement): () => void {
  const root = document.documentElement.style;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(region.getBoundingClientRect().height);
    if (height > 0) root.setProperty("--toast", `calc(${height}px + var(--space-3))`);
    else root.removeProperty("--toast");
  });
  observer.observe(region);
  return () => observer.disconnect();
}

function Message({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  const labels = useLabels();
  const toasts = useToasts();
  const dismiss = () => toasts.dismiss(toast.id);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toasts.dismiss(toast.id), toast.seconds * 1000);
    return () => clearTimeout(timer);
  }, [toasts, isHeld, toast]);
  return (
    <div className={cx("toast", toast.tone === "error" && "toast-error")}>
      {toast.tone === "error" && <CircleAlert />}
      <p>{toast.message}</p>
      {toast.action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            dismiss();
            toast.action?.onPress();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton aria-label={labels.dismiss} onClick={dismiss}>
        <X />
      </IconButton>
    </div>
  );
}
