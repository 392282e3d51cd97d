ALTER TABLE `activity` ADD `id_tail` text GENERATED ALWAYS AS (substr("id", -5)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `activity_id_tail` ON `activity` (`id_tail`,`household_id`);--> statement-breakpoint
ALTER TABLE `block` ADD `id_tail` text GENERATED ALWAYS AS (substr("id", -5)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `block_id_tail` ON `block` (`id_tail`,`household_id`);--> statement-breakpoint
ALTER TABLE `event` ADD `id_tail` text GENERATED ALWAYS AS (substr("id", -5)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `event_id_tail` ON `event` (`id_tail`,`household_id`);--> statement-breakpoint
ALTER TABLE `meal` ADD `id_tail` text GENERATED ALWAYS AS (substr("id", -5)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `meal_id_tail` ON `meal` (`id_tail`,`household_id`);--> statement-breakpoint
ALTER TABLE `recipe` ADD `id_tail` text GENERATED ALWAYS AS (substr("id", -5)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `recipe_id_tail` ON `recipe` (`id_tail`,`household_id`);--> statement-breakpoint
ALTER TABLE `task` ADD `id_tail` text GENERATED ALWAYS AS (substr("id", -5)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `task_id_tail` ON `task` (`id_tail`,`household_id`);