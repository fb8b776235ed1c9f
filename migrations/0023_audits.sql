-- What the nightly audits found, for each organization and invariant: the last whole pass, and one that is under
-- way over more data than one night's time is enough for.
create table audit_results (
  org_id      integer not null references organizations,
  audit       text not null,
  -- The page at which the pass goes on, and what it found so far; null between two passes.
  pass        jsonb,
  mismatches  bigint,                  -- null until the first pass is complete
  examples    jsonb not null default '[]',
  finished_at timestamptz,
  primary key (org_id, audit)
);
select protect_table('audit_results');
select portal_wall_by('audit_results', 'false');
