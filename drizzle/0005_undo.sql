ALTER TABLE `activity` ADD `undone_by` text;--> statement-breakpoint
CREATE INDEX `activity_undone` ON `activity` (`household_id`,`undone_by`) WHERE "undone_by" is not null;