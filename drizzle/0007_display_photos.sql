ALTER TABLE `household` ADD `week_starts_today` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `household` ADD `hidden_meal_types` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `member` ADD `photo_file` text;