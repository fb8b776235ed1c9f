-- What a job of corrections puts in place of its event: an event is longer than what a job can show of itself.
create table replacement_events (
  org_id integer not null,
  job_id text not null,
  event  jsonb not null,
  primary key (org_id, job_id),
  foreign key (org_id, job_id) references jobs (org_id, id) on delete cascade
);
select protect_table('replacement_events');
select portal_wall_by('replacement_events', 'false');
