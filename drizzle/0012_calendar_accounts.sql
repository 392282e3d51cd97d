CREATE TABLE `calendar_link` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text NOT NULL,
	`remote_id` text NOT NULL,
	`uid` text NOT NULL,
	`event_id` text,
	`object_id` text,
	`etag` text,
	`base` text,
	`pushed_seq` integer NOT NULL,
	`tried_seq` integer NOT NULL,
	`state` text NOT NULL,
	`error` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_at` text,
	`synced_at` text,
	`bounces` text NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`source_id`) REFERENCES `external_calendar`(`household_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_link_remote` ON `calendar_link` (`household_id`,`source_id`,`remote_id`);--> statement-breakpoint
CREATE INDEX `calendar_link_event` ON `calendar_link` (`household_id`,`event_id`) WHERE "event_id" is not null;--> statement-breakpoint
CREATE INDEX `calendar_link_uid` ON `calendar_link` (`household_id`,`uid`);--> statement-breakpoint
CREATE TABLE `external_account` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`member_id` text NOT NULL,
	`provider` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`username` text NOT NULL,
	`secret` text NOT NULL,
	`origins` text NOT NULL,
	`offered` text NOT NULL,
	`state` text NOT NULL,
	`error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`signed_in_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `external_account_member` ON `external_account` (`household_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `google_client` (
	`household_id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`secret` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `event` ADD `locked_by` text;--> statement-breakpoint
CREATE INDEX `event_targets` ON `event` (`household_id`,`id`) WHERE "sync_targets" <> '[]';--> statement-breakpoint
ALTER TABLE `external_calendar` ADD `account_id` text;--> statement-breakpoint
ALTER TABLE `external_calendar` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `external_calendar` ADD `mode` text DEFAULT 'in' NOT NULL;--> statement-breakpoint
ALTER TABLE `external_calendar` ADD `privacy` text DEFAULT 'busy' NOT NULL;--> statement-breakpoint
ALTER TABLE `external_calendar` ADD `is_default` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `external_calendar` ADD `sync_state` text;--> statement-breakpoint
ALTER TABLE `external_calendar` ADD `listed_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `external_calendar_offered` ON `external_calendar` (`household_id`,`account_id`,`external_id`) WHERE "account_id" is not null;