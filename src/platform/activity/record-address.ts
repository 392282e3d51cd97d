const addresses = {
  event: (id: string) => `/calendar?event=${id}`,
  task: (id: string) => `/tasks?edit=${id}`,
  chore: (id: string) => `/chores?chore=${id}`,
  check_in: (id: string) => `/check-ins?check-in=${id}`,
  section: () => "/lists",
  list: (id: string) => `/lists/${id}`,
  block: (id: string) => `/lists?item=${id}`,
  list_template: () => "/lists?sheet=new",
  recipe: (id: string) => `/recipes/${id}`,
  meal: (id: string) => `/meals?meal=${id}`,
  member: (id: string) => `/settings/members?edit=${id}`,
  household: () => "/settings/household",
  device: () => "/settings/tablets",
  api_key: () => "/settings/integrations",
  channel: () => "/settings/notifications",
  calendar: () => "/settings/calendars",
  calendar_feed: () => "/settings/calendars?section=share",
  calendar_app: () => "/settings/calendars?section=phone",
  calendar_account: () => "/settings/calendars?section=accounts",
} as const;

export type AddressedType = keyof typeof addresses;

/** Returns the address of the app's page for a record. Every link to a record uses this address. */
export function addressOf({ type, id }: { readonly type: AddressedType; readonly id: string }): string {
  return addresses[type](id);
}
