CREATE TABLE `event` (
	`id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`title` text NOT NULL,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	`start_wall` integer NOT NULL,
	`end_wall` integer NOT NULL,
	`all_day` integer NOT NULL,
	`time_zone` text NOT NULL,
	`location` text,
	`notes` text,
	`recurrence_rule` text,
	`last_wall` integer,
	`series_end` text NOT NULL,
	`spans` integer NOT NULL,
	`member_ids` text NOT NULL,
	`is_general` integer,
	`reminder_minutes` integer,
	`reminder_minutes_list` text NOT NULL,
	`sync_targets` text NOT NULL,
	`exceptions` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `event_start` ON `event` (`household_id`,`spans`,`starts_at`,`ends_at`);--> statement-breakpoint
CREATE INDEX `event_end` ON `event` (`household_id`,`spans`,`series_end`);