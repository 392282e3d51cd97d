/** Addresses of the app's pages that show records, by type of record. The id of the record stands for `:id`. */
const addresses = {
  event: "/calendar?event=:id",
  task: "/tasks?edit=:id",
  chore: "/chores?chore=:id",
  check_in: "/check-ins?check-in=:id",
  section: "/lists",
  list: "/lists/:id",
  block: "/lists?item=:id",
  list_template: "/lists?sheet=new",
  recipe: "/recipes/:id",
  meal: "/meals?meal=:id",
  member: "/settings/members?edit=:id",
  household: "/settings/household",
  device: "/settings/tablets",
  api_key: "/settings/integrations",
  channel: "/settings/notifications",
  calendar: "/settings/calendars?calendar=:id",
  calendar_feed: "/settings/calendars?section=share&feed=:id",
  calendar_app: "/settings/calendars?section=phone",
  calendar_account: "/settings/calendars?section=accounts&account=:id",
} as const;

export type AddressedType = keyof typeof addresses;

/** Parameters that an address may have besides the id. They say how the app shows the record. */
type Parameters = {
  /** `day` is the shown day, `on` the day of the event, and `at` the original start of an instance of a series. */
  readonly event: "day" | "on" | "at";
  /** `add` begins a new item. `sheet` is the open sheet, and `about` the item that it shows. */
  readonly list: "add" | "sheet" | "about";
  /** `from` is the day of a planned meal, and `for` its number of servings. `cook` opens the cooking mode. */
  readonly recipe: "from" | "for" | "cook";
};
type ParametersOf<Type> = Type extends keyof Parameters ? Parameters[Type] : never;

/**
 * Returns the address of the app's page for a record. Every link to a record uses this address. Parameters that are
 * null are left out.
 */
export function addressOf<Type extends AddressedType>(
  { type, id }: { readonly type: Type; readonly id: string },
  parameters: { readonly [Name in ParametersOf<Type>]?: string | number | null } = {},
): string {
  const address = addresses[type].replace(":id", id);
  const given = Object.entries(parameters).filter(([, value]) => value !== null);
  return given.reduce((all, [name, value]) => `${all}${all.includes("?") ? "&" : "?"}${name}=${value}`, address);
}
