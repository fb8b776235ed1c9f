-- A preflight of CORS carries no credential, so it names no organization: the process that answers it reads which
-- origins organizations allow, of all of them, and nothing else of their settings.
create policy allowed_origins on settings for select
  using (current_setting('app.directory', true) = 'on' and namespace = 'PLATFORM'
    and id = 'CORS_ALLOWED_ORIGINS' and entity_type = 'ORGANIZATION');
create index settings_allowed_origins on settings (org_id)
  where namespace = 'PLATFORM' and id = 'CORS_ALLOWED_ORIGINS' and entity_type = 'ORGANIZATION';
