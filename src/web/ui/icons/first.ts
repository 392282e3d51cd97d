/** Icons of the pages before signing in. These pages load no other icons. */
import { icon } from "./icon.ts";
import { lucideIcon } from "./lucide.ts" with { type: "macro" };

export const ArrowLeft = icon(lucideIcon("arrow-left"));
export const Check = icon(lucideIcon("check"));
export const ChevronRight = icon(lucideIcon("chevron-right"));
export const CircleAlert = icon(lucideIcon("circle-alert"));
export const CircleCheck = icon(lucideIcon("circle-check"));
export const Eye = icon(lucideIcon("eye"));
export const EyeOff = icon(lucideIcon("eye-off"));
export const RotateCcw = icon(lucideIcon("rotate-ccw"));
export const Search = icon(lucideIcon("search"));
export const Tablet = icon(lucideIcon("tablet"));
export const Trash2 = icon(lucideIcon("trash"));
export const X = icon(lucideIcon("x"));
