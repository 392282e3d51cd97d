CREATE TABLE `block` (
	`household_id` text NOT NULL,
	`list_id` text NOT NULL,
	`id` text NOT NULL,
	`parent_id` text,
	`position` integer NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`due_date` text,
	`member_id` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `list_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`list_id`) REFERENCES `list`(`household_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`list_id`,`parent_id`) REFERENCES `block`(`household_id`,`list_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `block_order` ON `block` (`household_id`,`list_id`,`parent_id`,`position`,`id`);--> statement-breakpoint
CREATE TABLE `list` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`section_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`visibility` text NOT NULL,
	`owner_id` text,
	`icon` text NOT NULL,
	`color_key` text,
	`favorite` integer DEFAULT 0 NOT NULL,
	`hide_done` integer DEFAULT 0 NOT NULL,
	`cover_file` text,
	`cover_hidden` integer DEFAULT 0 NOT NULL,
	`cover_attribution` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`section_id`) REFERENCES `list_section`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `list_order` ON `list` (`household_id`,`section_id`,`position`,`id`);--> statement-breakpoint
CREATE TABLE `list_section` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `list_section_order` ON `list_section` (`household_id`,`position`,`id`);--> statement-breakpoint
DROP INDEX `activity_feed`;--> statement-breakpoint
ALTER TABLE `activity` ADD `list_id` text;--> statement-breakpoint
ALTER TABLE `activity` ADD `viewer_id` text;--> statement-breakpoint
CREATE INDEX `activity_list` ON `activity` (`household_id`,`list_id`) WHERE "list_id" is not null;--> statement-breakpoint
CREATE INDEX `activity_feed` ON `activity` (`household_id`,`viewer_id`,`seq`);