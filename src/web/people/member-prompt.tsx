import { Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import { useStore } from "#web/lib/store.ts";
import { later } from "#web/page/lazy.ts";
import { memberPrompt } from "./actor.ts";

const MemberPromptSheet = later(({ MemberPromptSheet: sheet }) => sheet);

/**
 * Shows the question “Who are you?” or “Who did it?” on a shared tablet. Calls `onYou` with the answer to “Who are
 * you?”.
 */
export function MemberPrompt({ onYou }: { onYou?: (memberId: string) => void }) {
  const open = useStore(memberPrompt());
  useEffect(() => () => memberPrompt().set(null), []);
  if (!open) return null;
  const answer: typeof open.answer = (member) => {
    if (open.about === "you") onYou?.(member.id);
    open.answer(member);
  };
  return (
    <Suspense fallback={null}>
      <MemberPromptSheet question={{ ...open, answer }} onClose={() => memberPrompt().set(null)} />
    </Suspense>
  );
}
