/** The frame around every screen of a member: where to go, and how the connection is. */
import type { ReactNode } from "react";
import { useText } from "./text/catalogue.ts";

/** The frame. */
export function Household({ children }: { children: ReactNode }) {
  useText();
  return <main>{children}</main>;
}
