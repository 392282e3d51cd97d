import { useRef } from "preact/hooks";
import { Button, type ButtonProps } from "./button.tsx";

/** Button that opens the system's file chooser. With `isCamera`, it opens the camera of a phone. */
export function FileButton(
  props: Omit<ButtonProps, "onClick" | "children" | "accept"> & {
    label: string;
    accept: string;
    isCamera?: boolean;
    onChoose: (file: File) => void;
  },
) {
  const { label, accept, isCamera = false, onChoose, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        {...(isCamera && { capture: "user" })}
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onChoose(file);
          // Choosing the same file again must fire another change event.
          event.currentTarget.value = "";
        }}
      />
      <Button {...rest} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
