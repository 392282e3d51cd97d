CREATE TABLE `list_template` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`owner_id` text,
	`name` text NOT NULL,
	`icon` text NOT NULL,
	`color_key` text,
	`items` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `activity` ADD `sentence` text;--> statement-breakpoint
ALTER TABLE `household` ADD `week_starts_today` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `household` ADD `hidden_meal_types` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `member` ADD `photo_file` text;