-- Keys descend from the key that made them, and end with it. The first keys of an organization have no parent, and
-- neither have those that were made before this was kept.
alter table api_keys
  add column parent_id text,
  add column key_rotation integer not null default 1,  -- counts rotations: tokens made with an older secret end
  add foreign key (org_id, parent_id) references api_keys (org_id, id);
create index api_keys_of_parent on api_keys (org_id, parent_id) where parent_id is not null;

-- With which secret of its key a token was made; null where no key asked for it, or before this was kept.
alter table portal_tokens add column api_key_version integer;

-- The key that last gave the contact a login, a password, an address to log in by, or access. Null: the one that
-- made it.
alter table contacts add column login_granted_by text;
