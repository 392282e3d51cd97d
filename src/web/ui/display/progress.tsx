/**
 * Text and bar that show the progress of some work, from 0 to `max`. If `value` is null, the bar shows that the work is
 * in progress, but not how much is done.
 */
export function Progress(props: { text: string; label?: string; value: number | null; max: number }) {
  const { text, label = text, value, max } = props;
  return (
    <>
      <p className="small">{text}</p>
      <progress aria-label={label} max={max} {...(value === null ? {} : { value })} />
    </>
  );
}
