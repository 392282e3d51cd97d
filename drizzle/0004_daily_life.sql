CREATE TABLE `check_in` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text,
	`preset_key` text NOT NULL,
	`question` text NOT NULL,
	`assignee_ids` text NOT NULL,
	`days_of_week` text NOT NULL,
	`times` text NOT NULL,
	`notify` integer NOT NULL,
	`active` integer NOT NULL,
	`faces` text,
	`deleted_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `check_in_answer` (
	`household_id` text NOT NULL,
	`check_in_id` text NOT NULL,
	`date` text NOT NULL,
	`time` text NOT NULL,
	`member_id` text NOT NULL,
	`question` text NOT NULL,
	`face_emoji` text NOT NULL,
	`face_label` text NOT NULL,
	`note` text,
	`answered_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `check_in_id`, `date`, `time`, `member_id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`check_in_id`) REFERENCES `check_in`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `check_in_answer_history` ON `check_in_answer` (`household_id`,`date`,`time`,`check_in_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `chore` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`emoji` text NOT NULL,
	`stars` integer NOT NULL,
	`recurrence_rule` text,
	`start_date` text NOT NULL,
	`due_time` text,
	`assignment` text NOT NULL,
	`member_ids` text NOT NULL,
	`active` integer NOT NULL,
	`deleted_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `chore_completion` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`chore_id` text NOT NULL,
	`member_id` text NOT NULL,
	`date` text NOT NULL,
	`stars` integer NOT NULL,
	`completed_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`chore_id`) REFERENCES `chore`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `chore_completion_date` ON `chore_completion` (`household_id`,`date`,`chore_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `chore_completion_stars` ON `chore_completion` (`household_id`,`member_id`,`stars`);--> statement-breakpoint
CREATE TABLE `meal` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`date` text NOT NULL,
	`meal_type` text NOT NULL,
	`slot` integer NOT NULL,
	`recipe_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`recipe_id`) REFERENCES `recipe`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `meal_cell` ON `meal` (`household_id`,`date`,`meal_type`,`slot`);--> statement-breakpoint
CREATE TABLE `recipe` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`emoji` text NOT NULL,
	`prep_minutes` integer,
	`ingredients` text NOT NULL,
	`instructions` text NOT NULL,
	`archived_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `actor`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
