import type { RefObject, TargetedInputEvent, TargetedKeyboardEvent, TargetedMouseEvent } from "preact";
import { useRef } from "preact/hooks";
import type { PhraseSpan } from "#lib/phrases/model.ts";

type Props = {
  label: string;
  placeholder: string;
  text: string;
  /** Parts of the text that were read. They are marked. */
  spans: readonly PhraseSpan[];
  field: RefObject<HTMLTextAreaElement | null>;
  describedBy: string;
  isInvalid: boolean;
  onChange: (text: string) => void;
  /** Called with the words of a mark that the user turns back into text: by a tap, or by Backspace right behind it. */
  onPlain: (words: string) => void;
  /** Called on Enter. `again` is true if the field must stay open for the next entry. */
  onEnter: (again: boolean) => void;
};

const maxLength = 2_000;

/**
 * Field for a phrase, in which the read parts are marked. The marks lie in a copy of the text behind the text area. The
 * copy also gives the field its height. A key that is held down saves only once.
 */
export function PhraseField(props: Props) {
  const { text, spans, field, onPlain } = props;
  const marks = useRef<HTMLDivElement>(null);
  const spanText = ({ start, end }: PhraseSpan) => text.slice(start, end);

  const deleteBack = (event: TargetedInputEvent<HTMLTextAreaElement>) => {
    const { inputType } = event as unknown as InputEvent;
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (inputType !== "deleteContentBackward" || selectionStart !== selectionEnd) return;
    const span = spans.find(({ end }) => end === selectionEnd);
    // Some keyboards of phones delete in any case.
    if (!span || !event.cancelable) return;
    event.preventDefault();
    onPlain(spanText(span));
  };
  const tap = ({ clientX: x, clientY: y, currentTarget }: TargetedMouseEvent<HTMLTextAreaElement>) => {
    if (currentTarget.selectionStart !== currentTarget.selectionEnd) return;
    const all = [...(marks.current?.querySelectorAll("mark") ?? [])];
    const index = all.findIndex((mark) =>
      [...mark.getClientRects()].some(
        ({ left, right, top, bottom }) => left <= x && x < right && top <= y && y < bottom,
      ),
    );
    const span = spans[index];
    if (span) onPlain(spanText(span));
  };
  const press = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!event.repeat) props.onEnter(event.shiftKey);
  };
  return (
    <div className="add-text">
      <div className="add-marks" ref={marks} aria-hidden="true">
        {pieces(text, spans)}
        {/* A last empty line has no height without a character. */}
        {"\u200b"}
      </div>
      <textarea
        ref={field}
        rows={1}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        placeholder={props.placeholder}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize="sentences"
        enterkeyhint="done"
        onInput={(event) => props.onChange(event.currentTarget.value)}
        onBeforeInput={deleteBack}
        onClick={tap}
        onKeyDown={press}
      />
    </div>
  );
}

function pieces(text: string, spans: readonly PhraseSpan[]) {
  let from = 0;
  const all = spans.flatMap((span) => {
    const plain = text.slice(from, span.start);
    from = span.end;
    return [plain, <mark key={span.start}>{text.slice(span.start, span.end)}</mark>];
  });
  return [...all, text.slice(from)];
}
