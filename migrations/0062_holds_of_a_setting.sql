-- Drafts that wait because INVOICE_AUTO_ADVANCE says so, and not because a person or a hook does.
alter table invoices add column held_by_setting boolean not null default false
  constraint held_by_setting_waits check (not (held_by_setting and auto_advance));

-- The owner of the tables may be subject to the walls, and sees every organization for this.
alter table invoices no force row level security;
alter table settings no force row level security;
alter table organizations no force row level security;

-- Of older drafts it is certain for those that were opened while the setting was what it is now. Whoever held one
-- before may have been a person: it waits on. What a hook refused was held back, what was made again names the bill
-- that it replaces.
update invoices i set held_by_setting = true
where status = 'DRAFT' and invoice_type = 'STANDARD' and schedule_id is not null and not auto_advance
  and held_since is null and not metadata ? 'replaces'
  and exists (
    select from (
      select s.value, s.updated_at from settings s
      join organizations o on o.org_id = s.org_id
      where s.org_id = i.org_id and s.namespace = 'PLATFORM' and s.id = 'INVOICE_AUTO_ADVANCE'
        and (s.entity_type, s.entity_id) in (('ACCOUNT', i.account_id), ('ORGANIZATION', o.id))
      order by s.entity_type limit 1) as setting
    where setting.value = 'false' and setting.updated_at <= i.created_at);

alter table invoices force row level security;
alter table settings force row level security;
alter table organizations force row level security;

create index invoices_held_by_setting on invoices (org_id, id collate "C")
  where held_by_setting and status = 'DRAFT';
