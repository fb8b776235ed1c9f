-- A key of a role may what the role may in the version that runs; its scopes are what it could when it was made.
alter table api_keys add column role text
  check (role in ('ADMINISTRATOR', 'ANALYST', 'DEVELOPER', 'PRODUCT_MANAGER'));
select audit_table('api_keys', 'API_KEY', '{id}', masked => '{secret_hash}');
