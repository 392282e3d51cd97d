ALTER TABLE `household` ADD `image_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `household` ADD `images_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `activity_large_images` ON `activity` (`created_at`) WHERE length(cast("before" as blob)) > 65536 or length(cast("after" as blob)) > 65536;--> statement-breakpoint
UPDATE `household` SET `image_bytes` = (SELECT ifnull(sum(ifnull(length(cast("before" as blob)), 0) + ifnull(length(cast("after" as blob)), 0)), 0) FROM `activity` WHERE `activity`.`household_id` = `household`.`id`);
