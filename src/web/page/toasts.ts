import { createToasts } from "#web/ui/overlay/toast-store.ts";

/** Functions that show, remove and observe the toasts (short messages) of this page. */
export const toasts = createToasts(() => Date.now());
