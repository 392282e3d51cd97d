import { Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import { useStore } from "#web/lib/store.ts";
import { later } from "#web/page/lazy.ts";
import { question } from "./actor.ts";

const WhoSheet = later(({ WhoSheet: sheet }) => sheet);

/**
 * Shows the question “Who are you?” or “Who did it?” on a shared tablet. Calls `onYou` with the answer to “Who are
 * you?”.
 */
export function WhoAsked({ onYou }: { onYou?: (memberId: string) => void }) {
  const open = useStore(question);
  useEffect(() => () => question.set(null), []);
  if (!open) return null;
  const answer: typeof open.answer = (member) => {
    if (open.about === "you") onYou?.(member.id);
    open.answer(member);
  };
  return (
    <Suspense fallback={null}>
      <WhoSheet question={{ ...open, answer }} onClose={() => question.set(null)} />
    </Suspense>
  );
}
