CREATE TABLE `calendar_feed` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`member_id` text,
	`parts` text NOT NULL,
	`calendar_ids` text NOT NULL,
	`detail` text NOT NULL,
	`alarms` integer NOT NULL,
	`last_used_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feed_token_hash_unique` ON `calendar_feed` (`token_hash`);--> statement-breakpoint
CREATE TABLE `calendar_object` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text NOT NULL,
	`uid` text NOT NULL,
	`ics` text NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_object_uid` ON `calendar_object` (`household_id`,`source_id`,`uid`);--> statement-breakpoint
CREATE TABLE `external_calendar` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`color` text NOT NULL,
	`address` text NOT NULL,
	`host` text NOT NULL,
	`member_ids` text NOT NULL,
	`is_general` integer NOT NULL,
	`every_hours` integer NOT NULL,
	`asked_hours` integer,
	`etag` text,
	`last_modified` text,
	`hash` text,
	`heard_at` text,
	`state` text NOT NULL,
	`error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`held` text,
	`remarks` text NOT NULL,
	`runs` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `event` ADD `source_id` text;--> statement-breakpoint
ALTER TABLE `event` ADD `object_id` text;--> statement-breakpoint
CREATE INDEX `event_source` ON `event` (`household_id`,`source_id`) WHERE "source_id" is not null;--> statement-breakpoint
CREATE INDEX `event_object` ON `event` (`household_id`,`object_id`) WHERE "object_id" is not null;