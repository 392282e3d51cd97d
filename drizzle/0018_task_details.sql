ALTER TABLE `task` ADD `due_time` text;--> statement-breakpoint
ALTER TABLE `task` ADD `notes` text;--> statement-breakpoint
ALTER TABLE `task` ADD `reminder_minutes_list` text;--> statement-breakpoint
ALTER TABLE `task` ADD `is_priority` integer DEFAULT 0 NOT NULL;