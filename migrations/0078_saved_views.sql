-- The filters, columns and order of a list of the console, under a name.
create table saved_views (
  org_id      integer not null references organizations,
  id          text not null,
  list        text not null,
  name        text not null,
  query       text not null,
  query_text  text not null,         -- percent-decoded: an erasure finds a person here
  is_shared   boolean not null,
  owner       text not null,
  owner_name  text,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (org_id, id)
);
-- Also finds those of one owner, to count them.
create unique index saved_views_of_owner on saved_views (org_id, owner, list, name);
create index saved_views_shared on saved_views (org_id, list) where is_shared;
create index saved_views_by_name on saved_views (org_id, name collate "C", id collate "C");
select protect_table('saved_views');
select portal_wall_by('saved_views', 'false');
