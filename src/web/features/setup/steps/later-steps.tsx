import { useOverlay } from "../../../shell/use-overlay.ts";
import { DoneStep } from "./done-step.tsx";
import { OthersStep } from "./others-step.tsx";

/** The household is there: who else is in it, and what comes next. */
export function LaterSteps() {
  const { value, open } = useOverlay("step");
  return value.step === "done" ? <DoneStep /> : <OthersStep onNext={() => open({ step: "done" })} />;
}
