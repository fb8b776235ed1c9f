import { expect, it } from 'vitest';
import { misspeltSettings } from '#config';
import { describeMisspelt } from './misspelt.ts';

const found = (name: string) => misspeltSettings({ [name]: 'x' }).map(describeMisspelt);

it.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['API_PROCESS', 'API_PROCESSES'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['RATE_LIMITS_INGEST', 'RATE_LIMIT_INGEST'],
  ['TALLYMARK_PORT', 'PORT'],
  ['data_dir', 'DATA_DIR'],
])('%s is ignored, and %s probably meant', (name, meant) => {
  expect(found(name)).toEqual([`${name} is not a setting and is ignored; did you mean ${meant}?`]);
});

it.each(['QUOTA_WIDGETS', 'WEBHOOKS_RETRIES', 'TALLYMARK_COLOUR'])('%s begins as ours do', (name) => {
  expect(found(name)).toEqual([`${name} is not a setting and is ignored`]);
});

it.each([
  ...['HOME', 'HOSTNAME', 'HOSTS', 'PORTS', 'PATH', 'PWD', 'LANG', 'SHELL', 'USER', 'TERM', 'ROLE'],
  ...['AWS_REGION', 'PGHOST', 'PGDATABASE', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'npm_config_cache'],
  ...['HTTP_PROXY', 'SMTP_USER', 'MAIL_HOST', 'S3_PATH', 'LOG_FILE', 'DATABASE_HOST', 'DB_URL'],
  ...['PORT', 'DATABASE_URL', 'S3_REGION', 'RATE_LIMIT_PORTAL', 'QUOTA_ALIASES'],
])('%s is ours as it is, or somebody else’s', (name) => {
  expect(found(name)).toEqual([]);
});
