-- Credits whose price is charged when their block ends follow the terms that charge it.
alter table credits
  add column is_owed boolean not null default false, -- by the schedule that has its first day, when its block ends
  add column replaced_key text;                      -- its key, until other terms took the place of its own
create index credits_owed on credits (org_id, account_id, effective_from) where is_owed;
create index credits_replaced on credits (org_id, account_id, replaced_key) where replaced_key is not null;
select audit_table('credits', 'CREDIT', '{id}', quiet => '{hold_amount, is_applicable}');
