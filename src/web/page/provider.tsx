import type { ComponentChildren } from "preact";
import { TextContext } from "#web/i18n/catalogue.ts";
import { SharedContext } from "#web/lib/shared.ts";
import { SyncContext } from "#web/sync/use-source.ts";
import { ToastsContext } from "#web/ui/overlay/toast-store.ts";
import { shared } from "./shared.ts";
import { sync } from "./sync.ts";
import { pageText } from "./text.ts";
import { toasts } from "./toasts.ts";

/** Provides this page's sync, toasts, texts and other shared values to the components of the app. */
export function PageProvider({ children }: { children: ComponentChildren }) {
  return (
    <SharedContext.Provider value={shared}>
      <SyncContext.Provider value={sync}>
        <ToastsContext.Provider value={toasts}>
          <TextContext.Provider value={pageText.shown}>{children}</TextContext.Provider>
        </ToastsContext.Provider>
      </SyncContext.Provider>
    </SharedContext.Provider>
  );
}
