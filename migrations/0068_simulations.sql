-- Revenue of price plans for what accounts used, computed piece by piece (docs/decisions/0130).
create table simulations (
  org_id         integer not null references organizations,
  id             text not null,
  name           text not null,
  status         text not null check (status in ('RUNNING', 'COMPLETED', 'FAILED')),
  definition     jsonb not null,   -- base, scenarios, cohort and period, as requested
  accounts_total integer not null,
  accounts_done  integer not null default 0,
  failure        text,             -- as the caller is told
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  row_version    integer not null default 1,
  primary key (org_id, id),
  check ((status = 'FAILED') = (failure is not null))
);
create index simulations_listed on simulations (org_id, created_at desc, id collate "C");
create index simulations_running on simulations (org_id) where status = 'RUNNING';
select protect_table('simulations');
select portal_wall_by('simulations', 'false');
select audit_table('simulations', 'SIMULATION', '{id}', omitted => '{accounts_done}');

-- One account in one scenario; absent amounts: the reason says why.
create table simulation_results (
  org_id        integer not null,
  simulation_id text not null,
  scenario      text not null check (scenario in ('A', 'B', 'C', 'D', 'E')),
  account_id    text not null,
  currency      text not null,
  base          numeric(60, 18),
  candidate     numeric(60, 18),
  difference    numeric(60, 18) not null, -- 0 without amounts
  reason        text,
  cycles        jsonb not null,           -- by cycle and rate card
  primary key (org_id, simulation_id, scenario, account_id),
  foreign key (org_id, simulation_id) references simulations (org_id, id) on delete cascade,
  check ((base is null) = (candidate is null)),
  check ((base is null) = (reason is not null))
);
create index simulation_results_by_difference
  on simulation_results (org_id, simulation_id, scenario, difference, account_id collate "C");
select protect_table('simulation_results');
select portal_wall_by('simulation_results', 'false');
