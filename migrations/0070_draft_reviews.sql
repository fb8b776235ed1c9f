-- Drafts as they are before they are issued, with what is suspicious about them (docs/decisions/0133). A review is of
-- one moment: of drafts as they are now, which is kept for minutes, or of a bill run, for as long as its job.
-- Leases and `begun_at` are in real time.
create table draft_reviews (
  org_id          integer not null references organizations,
  id              text not null,
  job_id          text,                   -- the bill run; null: drafts as they are now
  selection       jsonb not null,         -- which drafts; of a bill run all of its entries
  status          text not null check (status in ('COMPUTING', 'READY', 'FAILED')),
  version         integer not null default 1, -- grows with each decision, and when it is computed again
  total_drafts    integer not null default 0,
  computed_drafts integer not null default 0,
  begun_at        timestamptz,            -- no row is older
  failure         text,                   -- as the caller is told
  failure_cause   text,                   -- for the operator
  attempts        smallint not null default 0,
  next_attempt_at timestamptz,
  lease           text,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, job_id) references jobs (org_id, id) on delete cascade,
  check ((status = 'COMPUTING') = (next_attempt_at is not null)),
  check ((status = 'FAILED') = (failure is not null)),
  check (computed_drafts <= total_drafts)
);
create unique index draft_reviews_of_job on draft_reviews (org_id, job_id) where job_id is not null;
create index draft_reviews_due on draft_reviews (org_id, next_attempt_at) where next_attempt_at is not null;
create index draft_reviews_age on draft_reviews (org_id, created_at) where job_id is null;
select protect_table('draft_reviews');

create table reviewed_drafts (
  org_id              integer not null references organizations,
  review_id           text not null,
  invoice_id          text not null,
  account_id          text,               -- null: of a group
  customer_id         text,
  group_id            text,
  plan_id             text,
  invoice_type        text not null,
  currency            text not null,
  invoice_date        timestamptz not null,
  start_at            timestamptz not null,
  end_at              timestamptz not null,
  amount              numeric(38, 4),     -- null until it is computed
  digest              bytea,              -- SHA-256 of the document
  previous_invoice_id text,
  previous_amount     numeric(38, 4),     -- of the same cycle before; null: there is none
  replaced_amount     numeric(38, 4),     -- what the review said before it was computed again; null: the same
  change_size         numeric(38, 4) generated always as (abs(amount - coalesce(previous_amount, 0))) stored,
  findings            jsonb not null default '[]',
  level               text not null default 'NONE' check (level in ('BLOCK', 'WARN', 'INFO', 'NONE')),
  severity            smallint not null generated always as (
    case level when 'BLOCK' then 3 when 'WARN' then 2 when 'INFO' then 1 else 0 end) stored,
  computed_at         timestamptz,
  is_current          boolean not null default false, -- computed by the computation that runs, or ran last
  primary key (org_id, review_id, invoice_id),
  foreign key (org_id, review_id) references draft_reviews (org_id, id) on delete cascade,
  check ((computed_at is null) = (amount is null))
);
create index reviewed_drafts_listed on reviewed_drafts
  (org_id, review_id, severity desc, change_size desc, invoice_id collate "C");
create index reviewed_drafts_of_invoice on reviewed_drafts (org_id, invoice_id);
create index reviewed_drafts_open on reviewed_drafts (org_id, review_id, coalesce(account_id, invoice_id))
  where not is_current;
select protect_busy_table('reviewed_drafts');

-- What people decided about the drafts of a bill run.
create table review_decisions (
  org_id          integer not null references organizations,
  job_id          text not null,
  invoice_id      text not null,
  decision        text not null check (decision in ('APPROVED', 'HELD')),
  reason          text,
  decided_by      text not null,          -- id of the user or of the key
  decided_by_name text,                   -- of a user
  decided_at      timestamptz not null,
  primary key (org_id, job_id, invoice_id),
  foreign key (org_id, job_id) references jobs (org_id, id) on delete cascade,
  check (decision <> 'HELD' or reason is not null)
);
select protect_table('review_decisions');
select audit_table('review_decisions', 'REVIEW_DECISION', '{job_id, invoice_id}');

-- A finding that somebody accepted. The key is the SHA-256 of the rule, what it is about, and its figures: with other
-- figures it is another finding.
create table finding_dismissals (
  org_id            integer not null references organizations,
  invoice_id        text not null,
  key               text not null,
  rule              text not null,
  figures           jsonb not null,
  comment           text not null,
  dismissed_by      text not null,
  dismissed_by_name text,
  dismissed_at      timestamptz not null,
  primary key (org_id, invoice_id, key)
);
select protect_table('finding_dismissals');
select audit_table('finding_dismissals', 'FINDING_DISMISSAL', '{invoice_id, key}');

create table invoice_comments (
  org_id         integer not null references organizations,
  id             text not null,
  invoice_id     text not null,
  comment        text not null,
  author         text not null,
  author_name    text,
  created_at     timestamptz not null,
  primary key (org_id, id)
);
create index invoice_comments_of_invoice on invoice_comments (org_id, invoice_id, created_at desc, id collate "C");
select protect_table('invoice_comments');
select audit_table('invoice_comments', 'INVOICE_COMMENT', '{id}');

select portal_wall_by(closed, 'false') from unnest(array['draft_reviews', 'reviewed_drafts', 'review_decisions',
  'finding_dismissals', 'invoice_comments']::regclass[]) as closed;

-- What a bill run finalized.
create index invoices_of_bill_run on invoices (org_id, bill_run_id) where bill_run_id is not null;
-- Drafts by the day on which they are billed.
create index invoices_drafts_by_date on invoices (org_id, invoice_date, id collate "C") where status = 'DRAFT';
