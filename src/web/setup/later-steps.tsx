import { useState } from "react";
import { DoneStep } from "./done-step.tsx";
import { OthersStep } from "./others-step.tsx";

/** The household is there: who else is in it, and what comes next. */
export function LaterSteps() {
  const [isDone, setDone] = useState(false);
  return isDone ? <DoneStep /> : <OthersStep onNext={() => setDone(true)} />;
}
