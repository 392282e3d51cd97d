/** Ours, because sonner is about 9 kB compressed, and made for React. */
import { createPortal, useSyncExternalStore } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { IconButton } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { useLabels } from "../display/labels.tsx";
import { CircleAlert, X } from "../icons.ts";
import { type Toast, toasts } from "./toast-store.ts";

/** Toasts pause while the pointer or the focus is on any of them. A child of the body, because a dialog makes the app inert. */
export function ToastRegion() {
  const labels = useLabels();
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current);
  const [isHeld, setHeld] = useState(false);
  const hold = () => setHeld(true);
  // If the last toast disappears under the pointer, no leave event follows.
  if (isHeld && shown.length === 0) setHeld(false);
  return createPortal(
    <section
      className="toasts"
      aria-label={labels.notifications}
      aria-live="polite"
      onPointerEnter={hold}
      onPointerLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <Message key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </section>,
    document.body,
  );
}

function Message({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  const labels = useLabels();
  const dismiss = () => toasts.dismiss(toast.id);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toasts.dismiss(toast.id), toast.seconds * 1000);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
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
