-- The currencies that accounts may be billed in; null: all that the version supports. The first version of
-- the API activates them one by one.
alter table price_plan_versions add column active_currencies text[];
