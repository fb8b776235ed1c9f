-- Mails on their way, and what was tried. All times are real ones: the outside world has no sandbox clock.
create table mails (
  org_id          integer not null references organizations,
  id              text not null,
  invoice_id      text,
  account_id      text,                   -- whose it is; null of a group's
  status          text not null check (status in ('PENDING', 'RETRYING', 'SENT', 'FAILED')),
  to_addresses    text[] not null,
  cc_addresses    text[] not null,
  remaining       text[] not null,        -- whom the next attempt is for
  refused         text[] not null default '{}',
  reply_to        text,
  subject         text not null,
  text_body       text not null,
  html_body       text not null,
  file_id         text,                   -- what is attached
  requested_by    text,                   -- the credential that asked for it; null: the service by itself
  round           integer not null default 1, -- counts how often it was begun; part of the id of its message
  failures        integer not null default 0, -- of the round
  attempts        integer not null default 0,
  next_attempt_at timestamptz,            -- while it is attempted: when somebody else may take it over
  lease           text,
  error           text,                   -- why it failed
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, file_id) references files (org_id, id),
  check ((status in ('PENDING', 'RETRYING')) = (next_attempt_at is not null)),
  check (cardinality(to_addresses) + cardinality(cc_addresses) <= 20)
);
create index mails_due on mails (org_id, next_attempt_at) where next_attempt_at is not null;
create index mails_listed on mails (org_id, created_at desc, id collate "C");
create index mails_of_invoice on mails (org_id, invoice_id, created_at desc) where invoice_id is not null;
create index mails_of_account on mails (org_id, account_id, created_at desc, id collate "C")
  where account_id is not null;
create index mails_of_status on mails (org_id, status, created_at desc, id collate "C");
create index mails_of_file on mails (org_id, file_id) where file_id is not null;
select protect_busy_table('mails');

create table mail_attempts (
  org_id      integer not null references organizations,
  mail_id     text not null,
  number      integer not null,
  started_at  timestamptz not null,
  duration_ms integer not null,
  way         text not null check (way in ('SMTP', 'CAPTURE')),
  message_id  text not null,
  accepted    text[] not null,
  refused     text[] not null,
  status_code integer,
  answer      text,
  error       text,
  primary key (org_id, mail_id, number),
  foreign key (org_id, mail_id) references mails (org_id, id) on delete cascade
);
select protect_busy_table('mail_attempts');

select portal_wall_by(closed, 'false') from unnest(array['mails', 'mail_attempts']::regclass[]) as closed;
