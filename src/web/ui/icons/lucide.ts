/** Macro of Bun, which runs when the app is built. So the app contains only the icons that it shows. */
import lucide from "@iconify-json/lucide/icons.json";

export type IconData = { readonly name: string; readonly shapes: readonly Shape[] };
type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

const icons: Readonly<Record<string, { readonly body: string }>> = lucide.icons;

/** Returns the shapes of an icon. @throws Error if Lucide has no icon with this name */
export function lucideIcon(name: string): IconData {
  const body = icons[name]?.body;
  if (body === undefined) throw new Error(`Lucide has no icon ${name}`);
  const shapes = [...body.matchAll(/<(\w+) ([^>]*)>/g)].filter(([, tag]) => tag !== "g");
  return { name, shapes: shapes.map(([, tag = "", text = ""]) => [tag, attributesIn(text)]) };
}

/** Parses the attributes of a shape. Ignores attributes that belong to the whole icon. */
function attributesIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value] as const);
  return Object.fromEntries(pairs.filter(([key, value]) => !key.startsWith("stroke") && value !== "none"));
}
