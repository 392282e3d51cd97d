import { useOpen } from "../../../shell/use-open.ts";
import { DoneStep } from "./done-step.tsx";
import { OthersStep } from "./others-step.tsx";

/** The household is there: who else is in it, and what comes next. */
export function LaterSteps() {
  const step = useOpen("step");
  return step.value === "done" ? <DoneStep /> : <OthersStep onNext={() => step.open("done")} />;
}
