CREATE TABLE `food_place` (
	`household_id` text NOT NULL,
	`food` text NOT NULL,
	`name` text NOT NULL,
	`aisle` text,
	`is_staple` integer NOT NULL,
	PRIMARY KEY(`household_id`, `food`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `grocery_item` (
	`household_id` text NOT NULL,
	`block_id` text NOT NULL,
	`list_id` text NOT NULL,
	`food` text NOT NULL,
	`unit` text NOT NULL,
	`amount` real,
	`rendered` text NOT NULL,
	`needs` text NOT NULL,
	PRIMARY KEY(`household_id`, `block_id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `grocery_item_list` ON `grocery_item` (`household_id`,`list_id`,`block_id`);--> statement-breakpoint
CREATE TABLE `grocery_list` (
	`household_id` text NOT NULL,
	`list_id` text NOT NULL,
	`by_aisle` integer NOT NULL,
	`aisles` text NOT NULL,
	PRIMARY KEY(`household_id`, `list_id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`list_id`) REFERENCES `list`(`household_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `meal_repeat` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`meal_id` text NOT NULL,
	`recipe_id` text NOT NULL,
	`meal_type` text NOT NULL,
	`every_weeks` integer NOT NULL,
	`start_date` text NOT NULL,
	`until_date` text,
	`planned_through` text NOT NULL,
	`deleted_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`recipe_id`) REFERENCES `recipe`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `recipe_like` (
	`household_id` text NOT NULL,
	`recipe_id` text NOT NULL,
	`member_id` text NOT NULL,
	`created_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `recipe_id`, `member_id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`recipe_id`) REFERENCES `recipe`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
ALTER TABLE `household` ADD `amounts` text DEFAULT 'written' NOT NULL;--> statement-breakpoint
ALTER TABLE `meal` ADD `note` text;--> statement-breakpoint
ALTER TABLE `meal` ADD `cook_id` text REFERENCES member(id);--> statement-breakpoint
ALTER TABLE `meal` ADD `servings` integer;--> statement-breakpoint
ALTER TABLE `meal` ADD `repeat_id` text;--> statement-breakpoint
CREATE INDEX `meal_recipe` ON `meal` (`household_id`,`recipe_id`,`date`,`meal_type`);--> statement-breakpoint
ALTER TABLE `recipe` ADD `kind` text DEFAULT 'recipe' NOT NULL;--> statement-breakpoint
ALTER TABLE `recipe` ADD `servings` integer;--> statement-breakpoint
ALTER TABLE `recipe` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `recipe` ADD `groups` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `recipe` ADD `notes` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `recipe` ADD `source_name` text;--> statement-breakpoint
ALTER TABLE `recipe` ADD `source_url` text;--> statement-breakpoint
ALTER TABLE `recipe` ADD `photo_file` text;--> statement-breakpoint
ALTER TABLE `recipe` ADD `photo_source` text;--> statement-breakpoint
CREATE INDEX `recipe_quick` ON `recipe` (`household_id`,`name`) WHERE "kind" = 'quick';