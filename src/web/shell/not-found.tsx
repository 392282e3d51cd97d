import { Link } from "wouter";
import { useText } from "../i18n/catalogue.ts";
import { buttonClass } from "../ui/controls/button.tsx";
import { EmptyState } from "../ui/display/notice.tsx";

export function NotFound() {
  const { common } = useText();
  return (
    <EmptyState
      picture="🧶"
      level={1}
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
