ALTER TABLE `household` ADD `grocery_list_name` text DEFAULT 'Groceries' NOT NULL;--> statement-breakpoint
ALTER TABLE `household` ADD `photo_search` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `list_template` ADD `cover_file` text;--> statement-breakpoint
ALTER TABLE `list_template` ADD `cover_hidden` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `list_template` ADD `cover_attribution` text;--> statement-breakpoint
UPDATE `household` SET `grocery_list_name` = ifnull((SELECT `name` FROM `list` WHERE `list`.`household_id` = `household`.`id` AND `visibility` = 'shared' AND lower(trim(`name`)) IN ('einkaufsliste', 'einkauf') ORDER BY `created_at`, `list`.`id` LIMIT 1), 'Groceries') WHERE NOT EXISTS (SELECT 1 FROM `list` WHERE `list`.`household_id` = `household`.`id` AND `visibility` = 'shared' AND lower(trim(`name`)) = 'groceries');
