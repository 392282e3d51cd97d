ALTER TABLE `household` ADD `photo_search` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `list_template` ADD `cover_file` text;--> statement-breakpoint
ALTER TABLE `list_template` ADD `cover_hidden` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `list_template` ADD `cover_attribution` text;