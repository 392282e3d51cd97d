/** Whether somebody at the tablet wants to go on as a member. */
import { createStore } from "../../../sync/store.ts";

/** True while they sign in; rest ends it. */
export const leaving = createStore(false);
