ALTER TABLE `activity` ADD `private_to` text;--> statement-breakpoint
ALTER TABLE `calendar_object` ADD `private_to` text;--> statement-breakpoint
ALTER TABLE `event` ADD `private_to` text;--> statement-breakpoint
ALTER TABLE `event` ADD `private_details` text;--> statement-breakpoint
CREATE INDEX `event_private` ON `event` (`household_id`,`private_to`) WHERE "private_to" is not null;--> statement-breakpoint
UPDATE `event` SET `private_to` = (
	SELECT `member`.`id` FROM `actor`
	JOIN `member` ON `member`.`household_id` = `actor`.`household_id` AND `member`.`id` = `actor`.`subject_id`
	WHERE `actor`.`household_id` = `event`.`household_id` AND `actor`.`id` = `event`.`created_by` AND `actor`.`kind` = 'member' AND `member`.`removed_at` IS NULL
) WHERE `source_id` IS NULL AND `client_name` IS NOT NULL AND EXISTS (
	SELECT 1 FROM `calendar_object` o WHERE o.`household_id` = `event`.`household_id` AND o.`id` = `event`.`object_id`
	AND (o.`ics` LIKE '%' || char(10) || 'CLASS:PRIVATE%' OR o.`ics` LIKE '%' || char(10) || 'CLASS:CONFIDENTIAL%')
);--> statement-breakpoint
UPDATE `calendar_object` SET `private_to` = (
	SELECT max(`event`.`private_to`) FROM `event` WHERE `event`.`household_id` = `calendar_object`.`household_id` AND `event`.`object_id` = `calendar_object`.`id`
) WHERE EXISTS (
	SELECT 1 FROM `event` WHERE `event`.`household_id` = `calendar_object`.`household_id` AND `event`.`object_id` = `calendar_object`.`id` AND `event`.`private_to` IS NOT NULL
);--> statement-breakpoint
UPDATE `event` SET
	`private_details` = json_object('title', `title`, 'location', `location`, 'notes', `notes`, 'privateTo', `private_to`, 'exceptions', json(`exceptions`)),
	`title` = 'Busy', `location` = NULL, `notes` = NULL,
	`exceptions` = (SELECT json_group_array(json_remove(value, '$.own.title', '$.own.location', '$.own.notes')) FROM json_each(`event`.`exceptions`))
WHERE `private_to` IS NOT NULL;--> statement-breakpoint
UPDATE `activity` SET `private_to` = (
	SELECT `event`.`private_to` FROM `event` WHERE `event`.`household_id` = `activity`.`household_id` AND `event`.`id` = `activity`.`subject_id`
) WHERE `subject_type` = 'event' AND `subject_id` IN (SELECT `id` FROM `event` WHERE `private_to` IS NOT NULL);--> statement-breakpoint
UPDATE `calendar_link` SET `etag` = NULL WHERE `source_id` IN (SELECT `source_id` FROM `event` WHERE `locked_by` = 'private') AND `base` IS NULL AND `state` = 'synced';--> statement-breakpoint
UPDATE `external_calendar` SET `sync_state` = NULL, `listed_at` = NULL WHERE `id` IN (SELECT `source_id` FROM `event` WHERE `locked_by` = 'private');--> statement-breakpoint
UPDATE `calendar_object` SET `private_to` = `calendar` WHERE `calendar` IN (
	SELECT `member`.`id` FROM `member` WHERE `member`.`household_id` = `calendar_object`.`household_id` AND `member`.`removed_at` IS NULL
) AND (`ics` LIKE '%' || char(10) || 'CLASS:PRIVATE%' OR `ics` LIKE '%' || char(10) || 'CLASS:CONFIDENTIAL%');--> statement-breakpoint
UPDATE `notice` SET `facts` = iif(
	`member_id` = (SELECT `event`.`private_to` FROM `event` WHERE `event`.`household_id` = `notice`.`household_id` AND `event`.`id` = `notice`.`subject_id`),
	json_set(`facts`, '$.isPrivate', json('true')),
	json_set(`facts`, '$.title', 'Busy', '$.location', NULL, '$.isBusy', json('true'))
) WHERE `subject_type` = 'event' AND `facts` ->> 'type' = 'event' AND `subject_id` IN (
	SELECT `event`.`id` FROM `event` WHERE `event`.`household_id` = `notice`.`household_id` AND `event`.`private_to` IS NOT NULL
);
