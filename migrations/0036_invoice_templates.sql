-- How invoices look on paper.
create table invoice_templates (
  org_id      integer not null references organizations,
  id          text not null,
  name        text not null,
  status      text not null check (status in ('ACTIVE', 'ARCHIVED')),
  version     integer not null check (version >= 1),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  row_version integer not null default 1,
  primary key (org_id, id)
);
create index invoice_templates_listed on invoice_templates (org_id, created_at desc, id collate "C");
select protect_table('invoice_templates');
-- What a portal buys is issued in its transaction, in the template that the settings name.
select portal_wall_by('invoice_templates', $$exists (select from settings s
  where s.org_id = invoice_templates.org_id and s.id = 'INVOICE_TEMPLATE_ID' and s.value = invoice_templates.id)$$);
select audit_table('invoice_templates', 'INVOICE_TEMPLATE', '{id}');

-- What a template said. An edit adds a version; invoices keep the one that they were issued with.
create table invoice_template_versions (
  org_id      integer not null references organizations,
  template_id text not null,
  version     integer not null check (version >= 1),
  content     jsonb not null,
  created_at  timestamptz not null,
  primary key (org_id, template_id, version),
  foreign key (org_id, template_id) references invoice_templates (org_id, id)
);
select protect_table('invoice_template_versions');
select portal_wall_by('invoice_template_versions', $$exists (select from invoice_templates t
  where t.org_id = invoice_template_versions.org_id and t.id = invoice_template_versions.template_id)$$);
select audit_table('invoice_template_versions', 'INVOICE_TEMPLATE_VERSION', '{template_id, version}');

-- What an issued invoice is printed with, beside its own row. None for one that is printed as it is: in the
-- template that is built in, with all its lines.
create table invoice_prints (
  org_id           integer not null references organizations,
  invoice_id       text not null,
  template_id      text,              -- null: the built-in one
  template_version integer,
  hides_zero_lines boolean not null,
  data             text not null,     -- canonical JSON of what the texts of the template may name beside the invoice
  created_at       timestamptz not null,
  primary key (org_id, invoice_id),
  foreign key (org_id, invoice_id) references invoices (org_id, id),
  foreign key (org_id, template_id, template_version)
    references invoice_template_versions (org_id, template_id, version),
  check ((template_id is null) = (template_version is null)),
  check (template_id is not null or hides_zero_lines)
);
select protect_table('invoice_prints');
select portal_wall_by('invoice_prints', $$exists (select from invoices i
  where i.org_id = invoice_prints.org_id and i.id = invoice_prints.invoice_id)$$);

-- Evidence, as the invoice is.
create function keep_as_written() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed', tg_table_name using errcode = 'TM001';
end $$;
create trigger keep_template_version before update or delete on invoice_template_versions
  for each row execute function keep_as_written();
create trigger keep_invoice_print before update or delete on invoice_prints
  for each row execute function keep_as_written();
