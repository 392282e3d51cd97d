CREATE TABLE `app_password` (
	`household_id` text NOT NULL,
	`id` text NOT NULL,
	`member_id` text NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`secret_hash` text NOT NULL,
	`access` text NOT NULL,
	`calendars` text,
	`last_seen_at` text,
	`client` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`created_by` integer NOT NULL,
	PRIMARY KEY(`household_id`, `id`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `member`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`,`created_by`) REFERENCES `actor`(`household_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `app_password_secret_hash_unique` ON `app_password` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `app_password_member` ON `app_password` (`household_id`,`member_id`);--> statement-breakpoint
CREATE TABLE `dav_property` (
	`household_id` text NOT NULL,
	`app_password_id` text NOT NULL,
	`place` text NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`household_id`, `app_password_id`, `place`, `name`),
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`household_id`,`app_password_id`) REFERENCES `app_password`(`household_id`,`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `event_change` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`household_id` text NOT NULL,
	`calendar` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `household`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `event_change_name` ON `event_change` (`household_id`,`calendar`,`name`);--> statement-breakpoint
CREATE INDEX `event_change_order` ON `event_change` (`household_id`,`calendar`,`seq`);--> statement-breakpoint
CREATE INDEX `event_change_age` ON `event_change` (`at`);--> statement-breakpoint
ALTER TABLE `calendar_object` ADD `calendar` text;--> statement-breakpoint
ALTER TABLE `calendar_object` ADD `client_name` text;--> statement-breakpoint
CREATE INDEX `calendar_object_place` ON `calendar_object` (`household_id`,`calendar`,`client_name`) WHERE "calendar" is not null;--> statement-breakpoint
CREATE INDEX `calendar_object_unrolled` ON `calendar_object` (`at`) WHERE "source_id" = '' and "kind" = 'unrolled';--> statement-breakpoint
ALTER TABLE `event` ADD `is_unrolled` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `event` ADD `client_name` text;--> statement-breakpoint
ALTER TABLE `event` ADD `calendar` text GENERATED ALWAYS AS (ifnull("source_id", CASE WHEN ifnull("is_general", 0) = 1 OR json_array_length("member_ids") <> 1 THEN 'family' ELSE json_extract("member_ids", '$[0]') END)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `event` ADD `resource_name` text GENERATED ALWAYS AS (ifnull("client_name", CASE WHEN "source_id" IS NULL AND "is_unrolled" = 0 THEN "id" ELSE "object_id" END || '.ics')) VIRTUAL;--> statement-breakpoint
CREATE INDEX `event_resource` ON `event` (`household_id`,`calendar`,`resource_name`);
--> statement-breakpoint
-- drizzle-kit knows no triggers. A migration that rebuilds `event` or `calendar_object` must create theirs again. DELETE and
-- INSERT, because OR REPLACE would follow the outer statement.
CREATE TRIGGER `event_added` AFTER INSERT ON `event` BEGIN
	DELETE FROM `event_change` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `name` = new.`resource_name`;
	INSERT INTO `event_change` (`household_id`, `calendar`, `name`, `at`) VALUES (new.`household_id`, new.`calendar`, new.`resource_name`, unixepoch());
END;
--> statement-breakpoint
CREATE TRIGGER `event_changed` AFTER UPDATE ON `event` BEGIN
	DELETE FROM `event_change` WHERE `household_id` = old.`household_id` AND `calendar` = old.`calendar` AND `name` = old.`resource_name`;
	DELETE FROM `event_change` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `name` = new.`resource_name`;
	INSERT INTO `event_change` (`household_id`, `calendar`, `name`, `at`) SELECT old.`household_id`, old.`calendar`, old.`resource_name`, unixepoch() WHERE old.`calendar` <> new.`calendar` OR old.`resource_name` <> new.`resource_name`;
	INSERT INTO `event_change` (`household_id`, `calendar`, `name`, `at`) VALUES (new.`household_id`, new.`calendar`, new.`resource_name`, unixepoch());
END;
--> statement-breakpoint
CREATE TRIGGER `event_removed` AFTER DELETE ON `event` WHEN EXISTS (SELECT 1 FROM `household` WHERE `id` = old.`household_id`) BEGIN
	DELETE FROM `event_change` WHERE `household_id` = old.`household_id` AND `calendar` = old.`calendar` AND `name` = old.`resource_name`;
	INSERT INTO `event_change` (`household_id`, `calendar`, `name`, `at`) VALUES (old.`household_id`, old.`calendar`, old.`resource_name`, unixepoch());
END;
--> statement-breakpoint
-- Two resources of one calendar never have the same name. A name that a client gave gives way: first that of the newcomer, else
-- that of the other. The new name is random, because somebody may have taken one made of an id.
CREATE TRIGGER `event_named` AFTER INSERT ON `event` WHEN (EXISTS (SELECT 1 FROM `event` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `resource_name` = new.`resource_name` AND ifnull(`object_id`, `id`) <> ifnull(new.`object_id`, new.`id`)) OR EXISTS (SELECT 1 FROM `calendar_object` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `client_name` = new.`resource_name` AND `id` <> ifnull(new.`object_id`, new.`id`))) BEGIN
	UPDATE `event` SET `client_name` = (SELECT lower(hex(randomblob(16))) || '.ics') WHERE new.`client_name` IS NOT NULL AND `household_id` = new.`household_id` AND (`id` = new.`id` OR `object_id` = new.`object_id`);
	UPDATE `event` SET `client_name` = (SELECT lower(hex(randomblob(16))) || '.ics') WHERE new.`client_name` IS NULL AND `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `resource_name` = new.`resource_name` AND ifnull(`object_id`, `id`) <> ifnull(new.`object_id`, new.`id`);
	UPDATE `calendar_object` SET `client_name` = (SELECT lower(hex(randomblob(16))) || '.ics') WHERE new.`client_name` IS NULL AND `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `client_name` = new.`resource_name` AND `id` <> ifnull(new.`object_id`, new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `event_moved` AFTER UPDATE ON `event` WHEN (old.`calendar` <> new.`calendar` OR old.`resource_name` <> new.`resource_name`) AND (EXISTS (SELECT 1 FROM `event` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `resource_name` = new.`resource_name` AND ifnull(`object_id`, `id`) <> ifnull(new.`object_id`, new.`id`)) OR EXISTS (SELECT 1 FROM `calendar_object` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `client_name` = new.`resource_name` AND `id` <> ifnull(new.`object_id`, new.`id`))) BEGIN
	UPDATE `event` SET `client_name` = (SELECT lower(hex(randomblob(16))) || '.ics') WHERE new.`client_name` IS NOT NULL AND `household_id` = new.`household_id` AND (`id` = new.`id` OR `object_id` = new.`object_id`);
	UPDATE `event` SET `client_name` = (SELECT lower(hex(randomblob(16))) || '.ics') WHERE new.`client_name` IS NULL AND `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `resource_name` = new.`resource_name` AND ifnull(`object_id`, `id`) <> ifnull(new.`object_id`, new.`id`);
	UPDATE `calendar_object` SET `client_name` = (SELECT lower(hex(randomblob(16))) || '.ics') WHERE new.`client_name` IS NULL AND `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `client_name` = new.`resource_name` AND `id` <> ifnull(new.`object_id`, new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_object_named` AFTER INSERT ON `calendar_object` WHEN new.`calendar` IS NOT NULL AND (EXISTS (SELECT 1 FROM `event` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `resource_name` = new.`client_name` AND ifnull(`object_id`, `id`) <> new.`id`) OR EXISTS (SELECT 1 FROM `calendar_object` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `client_name` = new.`client_name` AND `id` <> new.`id`)) BEGIN
	UPDATE `calendar_object` SET `client_name` = (SELECT lower(hex(randomblob(16))) || '.ics') WHERE `household_id` = new.`household_id` AND `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_object_moved` AFTER UPDATE OF `calendar`, `client_name` ON `calendar_object` WHEN new.`calendar` IS NOT NULL AND (EXISTS (SELECT 1 FROM `event` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `resource_name` = new.`client_name` AND ifnull(`object_id`, `id`) <> new.`id`) OR EXISTS (SELECT 1 FROM `calendar_object` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `client_name` = new.`client_name` AND `id` <> new.`id`)) BEGIN
	UPDATE `calendar_object` SET `client_name` = (SELECT lower(hex(randomblob(16))) || '.ics') WHERE `household_id` = new.`household_id` AND `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_object_added` AFTER INSERT ON `calendar_object` WHEN new.`calendar` IS NOT NULL BEGIN
	DELETE FROM `event_change` WHERE `household_id` = new.`household_id` AND `calendar` = new.`calendar` AND `name` = new.`client_name`;
	INSERT INTO `event_change` (`household_id`, `calendar`, `name`, `at`) VALUES (new.`household_id`, new.`calendar`, new.`client_name`, unixepoch());
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_object_changed` AFTER UPDATE ON `calendar_object` BEGIN
	DELETE FROM `event_change` WHERE `household_id` = new.`household_id` AND (`calendar`, `name`) IN (SELECT old.`calendar`, old.`client_name` UNION SELECT new.`calendar`, new.`client_name` UNION SELECT `calendar`, `resource_name` FROM `event` WHERE `household_id` = new.`household_id` AND `object_id` = new.`id`);
	INSERT INTO `event_change` (`household_id`, `calendar`, `name`, `at`) SELECT new.`household_id`, column1, column2, unixepoch() FROM (SELECT old.`calendar` AS column1, old.`client_name` AS column2 UNION SELECT new.`calendar`, new.`client_name` UNION SELECT `calendar`, `resource_name` FROM `event` WHERE `household_id` = new.`household_id` AND `object_id` = new.`id`) WHERE column1 IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `calendar_object_removed` AFTER DELETE ON `calendar_object` WHEN old.`calendar` IS NOT NULL AND EXISTS (SELECT 1 FROM `household` WHERE `id` = old.`household_id`) BEGIN
	DELETE FROM `event_change` WHERE `household_id` = old.`household_id` AND `calendar` = old.`calendar` AND `name` = old.`client_name`;
	INSERT INTO `event_change` (`household_id`, `calendar`, `name`, `at`) VALUES (old.`household_id`, old.`calendar`, old.`client_name`, unixepoch());
END;
