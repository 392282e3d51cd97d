import type { ComponentChildren, RefObject } from "preact";

export function Form(props: { className?: string; onSubmit: () => void; children: ComponentChildren }) {
  return (
    <form
      className={props.className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Preact passes events of a form in a portal to the form around it.
        event.stopPropagation();
        props.onSubmit();
      }}
    >
      {props.children}
    </form>
  );
}

export function FormError({
  error,
  note,
  place,
}: {
  error: string | null | undefined;
  note?: string | null;
  place?: RefObject<HTMLDivElement | null>;
}) {
  return (
    <div ref={place ?? null} className="form-notice" aria-live="assertive">
      {note && <p className="form-note">{note}</p>}
      {error && <p className="form-error">{error}</p>}
    </div>
  );
}
