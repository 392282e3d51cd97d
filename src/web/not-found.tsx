import { Link } from "wouter";
import { useText } from "./text/catalogue.ts";
import { buttonClass } from "./ui/button.tsx";
import { EmptyState } from "./ui/notice.tsx";

/** For an address that means nothing, or a record that is no more. */
export function NotFound() {
  const { common } = useText();
  return (
    <EmptyState
      picture="🧶"
      title={common.notFound}
      action={
        <Link href="/" className={buttonClass("primary")}>
          {common.toToday}
        </Link>
      }
    >
      {common.notFoundHint}
    </EmptyState>
  );
}
