CREATE TABLE `program` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `session_age` ON `session` (`last_seen_at`);