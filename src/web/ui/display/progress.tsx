/** Text and bar that show how far some work has come. If `value` is null, the bar only shows that the work goes on. */
export function Progress(props: { text: string; label?: string; value: number | null; max: number }) {
  const { text, label = text, value, max } = props;
  return (
    <>
      <p className="small">{text}</p>
      <progress aria-label={label} max={max} {...(value === null ? {} : { value })} />
    </>
  );
}
