/** Whether our own server answers; what the browser says of its network is not asked. */
import { onlineManager } from "@tanstack/react-query";
import { createStore } from "./store.ts";

/** True while the server answers. Begins hopeful. */
export const isConnected = createStore(true);

/** True while the live channel is open, so that the server is certain to be there. */
export const isLive = createStore(false);

isConnected.watch(() => onlineManager.setOnline(isConnected.get()));
// TanStack's own listener believes the browser, which knows nothing of a server in the same house.
onlineManager.setEventListener(() => () => {});
