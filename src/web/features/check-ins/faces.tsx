import { useId } from "preact/hooks";
import type { Face } from "./model/source.ts";

/** Two to five large faces, each with its words; one of them at most is picked. Radio buttons: arrow keys move. */
export function Faces(props: {
  /** What is asked, for screen readers. */
  question: string;
  faces: readonly Face[];
  /** Counts from 0; null: none yet. */
  value: number | null;
  onChange: (index: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className="faces">
      <legend className="visually-hidden">{props.question}</legend>
      {props.faces.map(({ emoji, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a face is known by its place
        <label key={index} className="face">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={props.value === index}
            onChange={() => props.onChange(index)}
          />
          <span className="face-emoji" aria-hidden="true">
            {emoji}
          </span>
          <span className="face-label">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
