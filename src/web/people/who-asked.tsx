import { Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import { later } from "../parts.ts";
import { useStore } from "../sync/store.ts";
import { question } from "./actor.ts";

const WhoSheet = later(({ WhoSheet: sheet }) => sheet);

/** `onYou` gets the member who taps. */
export function WhoAsked({ onYou }: { onYou?: (memberId: string) => void }) {
  const asked = useStore(question);
  useEffect(() => () => question.set(null), []);
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
