import { Link } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { buttonClass } from "#web/ui/controls/button.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";

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
