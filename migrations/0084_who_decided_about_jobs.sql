-- Who confirmed or rejected a job is in its metadata; the name of that person and the time are not.
alter table jobs add column decided_at timestamptz, add column decided_by_name text;
