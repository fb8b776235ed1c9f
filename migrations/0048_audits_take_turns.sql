-- When an audit was last begun or gone on with: a night that is too short for all begins with what waits longest.
alter table audit_results add column looked_at timestamptz;
