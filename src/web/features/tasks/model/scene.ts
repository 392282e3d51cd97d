/** What every row of the screen of tasks needs to know. */
import { useMemo } from "preact/hooks";
import { type Member, useHousehold, useMembers, useViewer } from "../../../sync/session.ts";
import { useToday } from "../../../time/zone.ts";
import type { Week } from "./groups.ts";

/** The same object while nothing of it changes, so that rows need not be drawn anew. */
export type Scene = Week & {
  readonly viewer: Member | null;
  readonly people: readonly Member[];
  readonly edit: (id: string) => void;
};

/** The scene; `edit` opens a task. */
export function useScene(edit: (id: string) => void): Scene {
  const today = useToday();
  const { weekStartsOn } = useHousehold();
  const viewer = useViewer();
  const people = useMembers();
  return useMemo(() => ({ today, weekStartsOn, viewer, people, edit }), [today, weekStartsOn, viewer, people, edit]);
}
