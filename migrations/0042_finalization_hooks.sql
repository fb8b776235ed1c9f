-- Who is asked before an invoice is issued: what it is taxed with, and where it is registered. Times that end in `_at`
-- are the organization's clock, but for those of calls: the outside world has no sandbox clock.
create table finalization_hooks (
  org_id      integer not null references organizations,
  kind        text not null check (kind in ('TAX', 'E_INVOICE')),
  id          text not null,
  url         text not null,
  secrets     jsonb not null,          -- sealed, the current one first; replaced ones count until their time
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  row_version integer not null default 1,
  primary key (org_id, kind)
);
select protect_table('finalization_hooks');
select portal_wall_by('finalization_hooks', 'false');
select audit_table('finalization_hooks', 'FINALIZATION_HOOK', '{kind}', masked => '{secrets}');

-- What a hook is to be asked about an invoice, stored with its cause and before anybody is asked. The id is the key
-- under which it is asked, the content never changes. Another content is another call, and takes the place of this one.
create table finalization_calls (
  org_id                integer not null references organizations,
  id                    text not null,
  invoice_id            text not null,
  kind                  text not null check (kind in ('TAX', 'E_INVOICE')),
  digest                text not null,      -- of what was asked, without when
  content               jsonb not null,
  accepts_failed_rules  boolean not null,   -- the invoice is issued without the pricing rules that fail
  is_current            boolean not null default true,
  status                text not null check (status in ('OPEN', 'DONE', 'REFUSED', 'GIVEN_UP', 'DROPPED')),
  answer                jsonb,
  attempts              integer not null default 0,
  first_called_at       timestamptz,
  next_attempt_at       timestamptz,        -- while it is asked: when somebody else may take it over
  lease                 text,
  last_error            text,
  created_at            timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id) on delete cascade,
  check ((status = 'OPEN') = (next_attempt_at is not null)),
  check ((status = 'DONE') = (answer is not null)),
  check (status <> 'OPEN' or is_current)
);
-- Whatever runs at the same time: of each kind an invoice waits for one call.
create unique index finalization_calls_current on finalization_calls (org_id, invoice_id, kind) where is_current;
create index finalization_calls_of_invoice on finalization_calls (org_id, invoice_id);
create index finalization_calls_due on finalization_calls (org_id, next_attempt_at) where next_attempt_at is not null;
select protect_busy_table('finalization_calls');
select portal_wall_by('finalization_calls', 'false');

-- Those that wait, of an account: what they take of its credits is taken for every other.
create index invoices_finalizing on invoices (org_id, account_id) where finalizing_status = 'FINALIZING';

do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    revoke delete on finalization_calls from tallymark_app;
  end if;
end $$;
