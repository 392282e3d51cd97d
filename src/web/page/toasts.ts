import { createToasts } from "#web/ui/overlay/toast-store.ts";

/** Toasts of this page. */
export const toasts = createToasts(() => Date.now());
