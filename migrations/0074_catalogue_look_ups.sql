-- An estimate counts and samples the drafts of one plan among those of all.
create index invoices_drafts_of_plan on invoices (org_id, plan_id, id) where status = 'DRAFT';
-- A page of the catalogue shows the plans that price a meter, an add-on or a feature.
create index rate_cards_of_billables on rate_cards (org_id, billable_id);
