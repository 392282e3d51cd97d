ALTER TABLE `check_in` ADD `paused_from` text;--> statement-breakpoint
ALTER TABLE `check_in` ADD `paused_to` text;