import { useCallback, useLayoutEffect, useRef } from "preact/hooks";
import { cx } from "../cx.ts";
import type { ElementProps } from "../element-props.ts";
import { Field, type FieldTexts } from "./field.tsx";

export type TextAreaProps = FieldTexts &
  Omit<ElementProps<"textarea">, "onChange" | "id"> & {
    onChange?: (value: string) => void;
    /** Whether the text area is only as high as a text field while it is empty. */
    short?: boolean;
  };

/** Whether the browser adjusts the height of a text area to its text without a script. */
const growsByItself = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");

export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, className, onChange, ref, short, ...rest } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const grow = useCallback(() => {
    if (!area.current || growsByItself) return;
    area.current.style.blockSize = "auto";
    area.current.style.blockSize = `${area.current.scrollHeight + 3}px`;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text from outside changes the height too
  useLayoutEffect(grow, [grow, rest.value]);
  const hold = (element: HTMLTextAreaElement | null) => {
    area.current = element;
    if (typeof ref === "function") return ref(element);
    if (ref) ref.current = element;
  };
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          ref={hold}
          className={cx("input", short && "input-short")}
          onInput={grow}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
