CREATE TABLE `program` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `event_start`;--> statement-breakpoint
CREATE INDEX `event_start` ON `event` (`household_id`,`spans`,`all_day`,`starts_at`,`title`,`id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `session_age` ON `session` (`last_seen_at`);