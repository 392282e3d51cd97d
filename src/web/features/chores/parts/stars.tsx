import { useText } from "#web/i18n/catalogue.ts";
import { Star } from "#web/ui/icons.ts";

export function Stars({ count }: { count: number }) {
  const { chores } = useText();
  return (
    <span className="chore-stars" role="img" aria-label={chores.stars(count)}>
      <Star /> {count}
    </span>
  );
}
