-- Features, the credits of accounts for them, and what consumed those credits.

-- What accounts hold credits for. Features are permanent: entries and prices name them for good.
create table features (
  org_id        integer not null references organizations,
  id            text not null,
  name          text not null,
  billable_name text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  row_version   integer not null default 1,
  primary key (org_id, id)
);
create unique index features_name on features (org_id, folded(name));
create unique index features_billable_name on features (org_id, folded(billable_name));
create index features_listed on features (org_id, name collate "C", id collate "C");
select protect_table('features');

-- Which attribute of the events of a schema is taken from the credits. The primary key is the rule that a
-- schema serves at most one feature, whoever asks at the same time.
create table feature_associations (
  org_id         integer not null references organizations,
  schema_name    text not null,
  feature_id     text not null,
  attribute_name text not null,
  position       integer not null,      -- in the list of the feature, as it was sent
  primary key (org_id, schema_name),
  foreign key (org_id, feature_id) references features (org_id, id)
);
create index feature_associations_of_feature on feature_associations (org_id, feature_id, position);
select protect_table('feature_associations');
