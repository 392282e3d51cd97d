/**
 * Text and bar that show how much of some work is done: `value` of `max`. If `value` is null, the bar shows only that
 * the work is in progress. Screen readers read `label` as the name of the bar.
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
