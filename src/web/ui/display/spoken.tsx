import { useEffect, useState } from "preact/hooks";

const quietMs = 700;

/** Text only for screen readers. They read a change of the text as soon as the user pauses typing. */
export function Spoken({ children }: { children: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(children), quietMs);
    return () => clearTimeout(timer);
  }, [children]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}
