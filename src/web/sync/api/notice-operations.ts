/** The operations on notices and channels, typed by their models. */
import type { Static, TSchema } from "@sinclair/typebox";
import type { Channel, ChannelPatch, NewChannel, PushSubscription, TestResult } from "../../../channels/model.ts";
import type {
  LinkedNotice,
  NoticeActionBody,
  NoticeActionResult,
  NoticePage,
  NotificationSettings,
  PreferencesPatch,
} from "../../../notices/model.ts";
import { api } from "./client.ts";

type Reply<Data> = Promise<{ data: Data | null; error: unknown; status: number; headers: unknown }>;
type Options = { readonly headers?: Record<string, string> };
type Body<Schema extends TSchema> = Readonly<Static<Schema>>;
type Get<Data, Query = object> = { get(options?: { readonly query: Query }): Reply<Data> };
type Post<Input, Data> = { post(body: Input, options?: Options): Reply<Data> };

type Operations = {
  readonly app: {
    readonly notifications: Get<NotificationSettings> & {
      patch(body: Body<typeof PreferencesPatch>, options?: Options): Reply<NotificationSettings>;
      readonly push: { put(body: Body<typeof PushSubscription>): Reply<Channel> };
      readonly channels: Post<Body<typeof NewChannel>, Channel> &
        ((params: { id: string }) => {
          patch(body: Body<typeof ChannelPatch>): Reply<Channel>;
          delete(): Reply<unknown>;
          readonly test: Post<undefined, Static<typeof TestResult>>;
          readonly verify: Post<{ code: string }, Channel>;
          readonly code: Post<undefined, Channel>;
        });
    };
    readonly notices: Get<Static<typeof NoticePage>, { cursor?: string; limit?: number }> &
      ((params: { id: string }) => Post<Body<typeof NoticeActionBody>, Static<typeof NoticeActionResult>>) & {
        readonly read: Post<{ upTo: string }, { unread: number }>;
        readonly link: (params: { token: string }) => Get<Static<typeof LinkedNotice>>;
      };
    readonly lists: ((params: { id: string }) => {
      readonly follow: {
        put(body: undefined, options: Options): Reply<Follow>;
        delete(body: undefined, options: Options): Reply<Follow>;
      };
    }) & { readonly follows: Get<{ ids: string[] }> };
    readonly members: (params: { id: string }) => {
      readonly invitation: { readonly mail: Post<{ address?: string }, { address: string }> };
    };
    readonly mail: { readonly off: (params: { token: string }) => Post<undefined, { address: string }> };
  };
  readonly n: (params: { token: string }) => Post<Body<typeof NoticeActionBody>, Static<typeof NoticeActionResult>>;
};

type Follow = { readonly id: string; readonly followed: boolean };

export const noticeApi = api as unknown as Operations;
