/**
 * Starts the app and records each render in `window.renders`. `renders.test.ts` bundles this file without minifying, so
 * that components keep their names.
 */
import { options } from "preact";

type Hooked = { __r?: (vnode: Rendered) => void };
type Rendered = { type: { displayName?: string; name: string }; key: unknown; props: Record<string, unknown> };

const renders: string[] = [];
Object.assign(window, { renders });

const hooks = options as unknown as Hooked;
const former = hooks.__r;
/**
 * Preact calls this hook before each render of a component. Preact's sources name the hook `options._render`, and its
 * build shortens this name.
 */
hooks.__r = (vnode) => {
  former?.(vnode);
  const { entry, block } = vnode.props as { entry?: { task?: { label: string } }; block?: { content: string } };
  const subject = entry?.task?.label ?? block?.content;
  const name = vnode.type.displayName || vnode.type.name;
  renders.push(subject === undefined ? name : `${name}: ${subject}`);
};

await import("#web/main.tsx");
