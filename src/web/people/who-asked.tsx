import { Suspense } from "preact/compat";
import { later } from "../parts.ts";
import { useStore } from "../sync/store.ts";
import { question } from "./actor.ts";

const WhoSheet = later(({ WhoSheet: sheet }) => sheet);

/** The place where {@link question} is asked. `onYou` hears who somebody says to be. */
export function WhoAsked({ onYou }: { onYou?: (memberId: string) => void }) {
  const asked = useStore(question);
  if (!asked) return null;
  const answer: typeof asked.answer = (member) => {
    if (asked.about === "you") onYou?.(member.id);
    asked.answer(member);
  };
  return (
    <Suspense fallback={null}>
      <WhoSheet asked={{ ...asked, answer }} onClose={() => question.set(null)} />
    </Suspense>
  );
}
