CREATE TABLE `channel` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`config` text NOT NULL,
	`endpoint_hash` text,
	`details` text,
	`verified_at` text,
	`ok_at` text,
	`failing_since` text,
	`refusals` integer DEFAULT 0 NOT NULL,
	`off_reason` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `channel_endpoint_hash_unique` ON `channel` (`endpoint_hash`);--> statement-breakpoint
CREATE INDEX `channel_member` ON `channel` (`household_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `delivery` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`notice_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`target` text NOT NULL,
	`state` text NOT NULL,
	`maybe_sent` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`status` integer,
	`error` text,
	`sent_at` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`notice_id`) REFERENCES `notice`(`household_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`channel_id`) REFERENCES `channel`(`household_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_once` ON `delivery` (`household_id`,`notice_id`,`channel_id`);--> statement-breakpoint
CREATE INDEX `delivery_channel` ON `delivery` (`household_id`,`channel_id`,`id`);--> statement-breakpoint
CREATE INDEX `delivery_turn` ON `delivery` (`household_id`,`next_at`) WHERE "state" = 'queued';--> statement-breakpoint
CREATE INDEX `delivery_next` ON `delivery` (`next_at`) WHERE "state" = 'queued';--> statement-breakpoint
CREATE INDEX `delivery_sending` ON `delivery` (`household_id`) WHERE "state" = 'sending';--> statement-breakpoint
CREATE INDEX `delivery_age` ON `delivery` (`created_at`);--> statement-breakpoint
CREATE TABLE `follow` (
	`household_id` text NOT NULL,
	`member_id` text NOT NULL,
	`list_id` text NOT NULL,
	PRIMARY KEY(`household_id`, `member_id`, `list_id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `follow_list` ON `follow` (`household_id`,`list_id`);--> statement-breakpoint
CREATE TABLE `instance` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `job` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`household_id` text,
	`next_at` text NOT NULL,
	`running_since` text,
	`ok_at` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`deaths` integer DEFAULT 0 NOT NULL,
	`error` text,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `job_next` ON `job` (`next_at`);--> statement-breakpoint
CREATE INDEX `job_household` ON `job` (`household_id`);--> statement-breakpoint
CREATE TABLE `notice` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`list_id` text,
	`slot` text NOT NULL,
	`minutes` integer NOT NULL,
	`ring` text NOT NULL,
	`due_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`facts` text NOT NULL,
	`about` text NOT NULL,
	`urgency` text NOT NULL,
	`state` text NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`fold_id` text,
	`read_at` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `notice_once` ON `notice` (`household_id`,`member_id`,`kind`,`subject_id`,`slot`,`minutes`,`ring`);--> statement-breakpoint
CREATE INDEX `notice_feed` ON `notice` (`household_id`,`member_id`,`hidden`,`id`);--> statement-breakpoint
CREATE INDEX `notice_fold` ON `notice` (`household_id`,`fold_id`) WHERE "fold_id" is not null;--> statement-breakpoint
CREATE INDEX `notice_age` ON `notice` (`created_at`);--> statement-breakpoint
CREATE TABLE `preference` (
	`household_id` text NOT NULL,
	`member_id` text NOT NULL,
	`quiet` text,
	`all_day_at` text,
	`summary_at` text,
	`task_at` text,
	`general` integer NOT NULL,
	`also_for` text,
	`details` text NOT NULL,
	`language` text NOT NULL,
	`kinds` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`household_id`, `member_id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `reminder_clock` (
	`household_id` text PRIMARY KEY NOT NULL,
	`settled_to` text NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
ALTER TABLE `household` ADD `all_day_reminder` text DEFAULT '{"daysBefore":0,"time":"08:00"}';--> statement-breakpoint
CREATE INDEX `block_due` ON `block` (`household_id`,`due_date`) WHERE "due_date" is not null and "done" = 0;