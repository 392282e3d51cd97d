CREATE TABLE `__new_activity` (
	`id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`seq` integer NOT NULL,
	`created_at` text NOT NULL,
	`actor_id` integer NOT NULL,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_label` text NOT NULL,
	`summary` text NOT NULL,
	`sentence` text,
	`changes` text,
	`before` text,
	`after` text,
	`list_id` text,
	`undone_by` text,
	`viewer_id` text,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`actor_id`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
-- Indexes first: sorting them afterwards would hold them in memory.
DROP INDEX `activity_feed`;--> statement-breakpoint
DROP INDEX `activity_list`;--> statement-breakpoint
CREATE INDEX `activity_feed` ON `__new_activity` (`household_id`,`viewer_id`,`seq`);--> statement-breakpoint
CREATE INDEX `activity_list` ON `__new_activity` (`household_id`,`list_id`) WHERE "list_id" is not null;--> statement-breakpoint
INSERT INTO `__new_activity`("id", "household_id", "seq", "created_at", "actor_id", "action", "subject_type", "subject_id", "subject_label", "summary", "sentence", "changes", "before", "after", "list_id", "undone_by", "viewer_id") SELECT "id", "household_id", "seq", "created_at", "actor_id", "action", "subject_type", "subject_id", "subject_label", "summary", "sentence", "changes", "before", "after", "list_id", "undone_by", "viewer_id" FROM `activity`;--> statement-breakpoint
DROP TABLE `activity`;--> statement-breakpoint
ALTER TABLE `__new_activity` RENAME TO `activity`;--> statement-breakpoint
-- From now on an entry's number is the household's revision.
UPDATE `household` SET `revision` = max(`revision`, (SELECT ifnull(max(`seq`), 0) FROM `activity` WHERE `household_id` = `household`.`id`));--> statement-breakpoint
CREATE TABLE `__new_api_key` (
	`id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`member_id` text,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`scopes` text NOT NULL,
	`expires_at` text,
	`revoked_at` text,
	`last_used_at` text,
	`last_agent_name` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_api_key`("id", "household_id", "member_id", "name", "hash", "prefix", "scopes", "expires_at", "revoked_at", "last_used_at", "last_agent_name", "created_at", "updated_at", "created_by") SELECT "id", "household_id", "member_id", "name", "hash", "prefix", "scopes", "expires_at", "revoked_at", "last_used_at", "last_agent_name", "created_at", "updated_at", "created_by" FROM `api_key`;--> statement-breakpoint
DROP TABLE `api_key`;--> statement-breakpoint
ALTER TABLE `__new_api_key` RENAME TO `api_key`;--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_hash_unique` ON `api_key` (`hash`);--> statement-breakpoint
CREATE INDEX `api_key_household` ON `api_key` (`household_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `__new_block` (
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
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`list_id`) REFERENCES `list`(`household_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`list_id`,`parent_id`) REFERENCES `block`(`household_id`,`list_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_block`("household_id", "list_id", "id", "parent_id", "position", "type", "content", "done", "due_date", "member_id", "created_at", "updated_at", "created_by") SELECT "household_id", "list_id", "id", "parent_id", "position", "type", "content", "done", "due_date", "member_id", "created_at", "updated_at", "created_by" FROM `block`;--> statement-breakpoint
DROP TABLE `block`;--> statement-breakpoint
ALTER TABLE `__new_block` RENAME TO `block`;--> statement-breakpoint
CREATE INDEX `block_order` ON `block` (`household_id`,`list_id`,`parent_id`,`position`,`id`);--> statement-breakpoint
CREATE INDEX `block_due` ON `block` (`household_id`,`due_date`) WHERE "due_date" is not null and "done" = 0;--> statement-breakpoint
CREATE TABLE `__new_check_in` (
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
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_check_in`("household_id", "id", "name", "preset_key", "question", "assignee_ids", "days_of_week", "times", "notify", "active", "faces", "deleted_at", "created_at", "updated_at", "created_by") SELECT "household_id", "id", "name", "preset_key", "question", "assignee_ids", "days_of_week", "times", "notify", "active", "faces", "deleted_at", "created_at", "updated_at", "created_by" FROM `check_in`;--> statement-breakpoint
DROP TABLE `check_in`;--> statement-breakpoint
ALTER TABLE `__new_check_in` RENAME TO `check_in`;--> statement-breakpoint
CREATE TABLE `__new_check_in_answer` (
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
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`check_in_id`) REFERENCES `check_in`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_check_in_answer`("household_id", "check_in_id", "date", "time", "member_id", "question", "face_emoji", "face_label", "note", "answered_at", "created_by") SELECT "household_id", "check_in_id", "date", "time", "member_id", "question", "face_emoji", "face_label", "note", "answered_at", "created_by" FROM `check_in_answer`;--> statement-breakpoint
DROP TABLE `check_in_answer`;--> statement-breakpoint
ALTER TABLE `__new_check_in_answer` RENAME TO `check_in_answer`;--> statement-breakpoint
CREATE INDEX `check_in_answer_history` ON `check_in_answer` (`household_id`,`date`,`time`,`check_in_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `__new_chore` (
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
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_chore`("household_id", "id", "name", "emoji", "stars", "recurrence_rule", "start_date", "due_time", "assignment", "member_ids", "active", "deleted_at", "created_at", "updated_at", "created_by") SELECT "household_id", "id", "name", "emoji", "stars", "recurrence_rule", "start_date", "due_time", "assignment", "member_ids", "active", "deleted_at", "created_at", "updated_at", "created_by" FROM `chore`;--> statement-breakpoint
DROP TABLE `chore`;--> statement-breakpoint
ALTER TABLE `__new_chore` RENAME TO `chore`;--> statement-breakpoint
CREATE TABLE `__new_chore_completion` (
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
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`chore_id`) REFERENCES `chore`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_chore_completion`("household_id", "id", "chore_id", "member_id", "date", "stars", "completed_at", "created_by") SELECT "household_id", "id", "chore_id", "member_id", "date", "stars", "completed_at", "created_by" FROM `chore_completion`;--> statement-breakpoint
DROP TABLE `chore_completion`;--> statement-breakpoint
ALTER TABLE `__new_chore_completion` RENAME TO `chore_completion`;--> statement-breakpoint
CREATE INDEX `chore_completion_date` ON `chore_completion` (`household_id`,`date`,`chore_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `chore_completion_stars` ON `chore_completion` (`household_id`,`member_id`,`stars`);--> statement-breakpoint
CREATE TABLE `__new_device` (
	`id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`last_seen_at` text,
	`revoked_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_device`("id", "household_id", "name", "token_hash", "last_seen_at", "revoked_at", "created_at", "updated_at", "created_by") SELECT "id", "household_id", "name", "token_hash", "last_seen_at", "revoked_at", "created_at", "updated_at", "created_by" FROM `device`;--> statement-breakpoint
DROP TABLE `device`;--> statement-breakpoint
ALTER TABLE `__new_device` RENAME TO `device`;--> statement-breakpoint
CREATE UNIQUE INDEX `device_token_hash_unique` ON `device` (`token_hash`);--> statement-breakpoint
CREATE INDEX `device_household` ON `device` (`household_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `__new_event` (
	`id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`title` text NOT NULL,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	`start_wall` integer NOT NULL,
	`end_wall` integer NOT NULL,
	`all_day` integer NOT NULL,
	`time_zone` text NOT NULL,
	`location` text,
	`notes` text,
	`recurrence_rule` text,
	`last_wall` integer,
	`series_end` text NOT NULL,
	`spans` integer NOT NULL,
	`member_ids` text NOT NULL,
	`is_general` integer,
	`reminder_minutes` integer,
	`reminder_minutes_list` text NOT NULL,
	`sync_targets` text NOT NULL,
	`exceptions` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_event`("id", "household_id", "title", "starts_at", "ends_at", "start_wall", "end_wall", "all_day", "time_zone", "location", "notes", "recurrence_rule", "last_wall", "series_end", "spans", "member_ids", "is_general", "reminder_minutes", "reminder_minutes_list", "sync_targets", "exceptions", "created_at", "updated_at", "created_by") SELECT "id", "household_id", "title", "starts_at", "ends_at", "start_wall", "end_wall", "all_day", "time_zone", "location", "notes", "recurrence_rule", "last_wall", "series_end", "spans", "member_ids", "is_general", "reminder_minutes", "reminder_minutes_list", "sync_targets", "exceptions", "created_at", "updated_at", "created_by" FROM `event`;--> statement-breakpoint
DROP TABLE `event`;--> statement-breakpoint
ALTER TABLE `__new_event` RENAME TO `event`;--> statement-breakpoint
CREATE INDEX `event_start` ON `event` (`household_id`,`spans`,`all_day`,`starts_at`,`title`,`id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `event_end` ON `event` (`household_id`,`spans`,`series_end`);--> statement-breakpoint
CREATE TABLE `__new_list` (
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
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`section_id`) REFERENCES `list_section`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_list`("household_id", "id", "section_id", "position", "name", "visibility", "owner_id", "icon", "color_key", "favorite", "hide_done", "cover_file", "cover_hidden", "cover_attribution", "created_at", "updated_at", "created_by") SELECT "household_id", "id", "section_id", "position", "name", "visibility", "owner_id", "icon", "color_key", "favorite", "hide_done", "cover_file", "cover_hidden", "cover_attribution", "created_at", "updated_at", "created_by" FROM `list`;--> statement-breakpoint
DROP TABLE `list`;--> statement-breakpoint
ALTER TABLE `__new_list` RENAME TO `list`;--> statement-breakpoint
CREATE INDEX `list_order` ON `list` (`household_id`,`section_id`,`position`,`id`);--> statement-breakpoint
CREATE TABLE `__new_list_section` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_list_section`("household_id", "id", "name", "position", "created_at", "updated_at", "created_by") SELECT "household_id", "id", "name", "position", "created_at", "updated_at", "created_by" FROM `list_section`;--> statement-breakpoint
DROP TABLE `list_section`;--> statement-breakpoint
ALTER TABLE `__new_list_section` RENAME TO `list_section`;--> statement-breakpoint
CREATE INDEX `list_section_order` ON `list_section` (`household_id`,`position`,`id`);--> statement-breakpoint
CREATE TABLE `__new_list_template` (
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
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_list_template`("household_id", "id", "owner_id", "name", "icon", "color_key", "items", "created_at", "updated_at", "created_by") SELECT "household_id", "id", "owner_id", "name", "icon", "color_key", "items", "created_at", "updated_at", "created_by" FROM `list_template`;--> statement-breakpoint
DROP TABLE `list_template`;--> statement-breakpoint
ALTER TABLE `__new_list_template` RENAME TO `list_template`;--> statement-breakpoint
CREATE TABLE `__new_meal` (
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
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`recipe_id`) REFERENCES `recipe`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_meal`("household_id", "id", "date", "meal_type", "slot", "recipe_id", "created_at", "updated_at", "created_by") SELECT "household_id", "id", "date", "meal_type", "slot", "recipe_id", "created_at", "updated_at", "created_by" FROM `meal`;--> statement-breakpoint
DROP TABLE `meal`;--> statement-breakpoint
ALTER TABLE `__new_meal` RENAME TO `meal`;--> statement-breakpoint
CREATE UNIQUE INDEX `meal_cell` ON `meal` (`household_id`,`date`,`meal_type`,`slot`);--> statement-breakpoint
CREATE TABLE `__new_member` (
	`id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`color` text NOT NULL,
	`avatar` text,
	`photo_file` text,
	`position` integer NOT NULL,
	`email` text,
	`password_hash` text,
	`sign_in_name` text,
	`removed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_member`("id", "household_id", "name", "role", "color", "avatar", "photo_file", "position", "email", "password_hash", "sign_in_name", "removed_at", "created_at", "updated_at", "created_by") SELECT "id", "household_id", "name", "role", "color", "avatar", "photo_file", "position", "email", "password_hash", "sign_in_name", "removed_at", "created_at", "updated_at", "created_by" FROM `member`;--> statement-breakpoint
DROP TABLE `member`;--> statement-breakpoint
ALTER TABLE `__new_member` RENAME TO `member`;--> statement-breakpoint
CREATE UNIQUE INDEX `member_email_unique` ON `member` (`email`);--> statement-breakpoint
CREATE INDEX `member_order` ON `member` (`household_id`,`position`);--> statement-breakpoint
CREATE INDEX `member_sign_in` ON `member` (`sign_in_name`);--> statement-breakpoint
CREATE TABLE `__new_recipe` (
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
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_recipe`("household_id", "id", "name", "emoji", "prep_minutes", "ingredients", "instructions", "archived_at", "created_at", "updated_at", "created_by") SELECT "household_id", "id", "name", "emoji", "prep_minutes", "ingredients", "instructions", "archived_at", "created_at", "updated_at", "created_by" FROM `recipe`;--> statement-breakpoint
DROP TABLE `recipe`;--> statement-breakpoint
ALTER TABLE `__new_recipe` RENAME TO `recipe`;--> statement-breakpoint
CREATE TABLE `__new_task` (
	`id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`label` text NOT NULL,
	`member_id` text NOT NULL,
	`due_date` text,
	`due_order` text GENERATED ALWAYS AS (ifnull("due_date", '~')) VIRTUAL,
	`completed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_task`("id", "household_id", "label", "member_id", "due_date", "completed_at", "created_at", "updated_at", "created_by") SELECT "id", "household_id", "label", "member_id", "due_date", "completed_at", "created_at", "updated_at", "created_by" FROM `task`;--> statement-breakpoint
DROP TABLE `task`;--> statement-breakpoint
ALTER TABLE `__new_task` RENAME TO `task`;--> statement-breakpoint
CREATE INDEX `task_order` ON `task` (`household_id`,`due_order`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `__new_actor` (
	`household_id` text NOT NULL,
	`id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text,
	`name` text NOT NULL,
	`agent_name` text,
	`identity` text NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_actor`("household_id", "id", "kind", "subject_id", "name", "agent_name", "identity") SELECT "household_id", "id", "kind", "subject_id", "name", "agent_name", "identity" FROM `actor`;--> statement-breakpoint
DROP TABLE `actor`;--> statement-breakpoint
ALTER TABLE `__new_actor` RENAME TO `actor`;--> statement-breakpoint
CREATE UNIQUE INDEX `actor_identity` ON `actor` (`household_id`,`identity`);