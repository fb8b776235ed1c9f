import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#config';
import { makeKeys } from '#platform/backup/encryption.ts';
import { makeThrowAwayFolder } from '#test/throw-away-folder.ts';

const { identity, recipient } = await makeKeys();
const BUCKET = {
  BACKUP_TARGET: 's3://backups/some/where',
  BACKUP_RECIPIENT: recipient,
  BACKUP_S3_ENDPOINT: 'https://s3.example.com',
  BACKUP_S3_ACCESS_KEY_ID: 'key-id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the settings of backups', () => {
  it('name a folder, with the identity in the file that was made for it', async () => {
    const folder = await makeThrowAwayFolder('main');
    const path = join(folder, 'backup.key');
    await writeFile(path, `# a comment\n${identity}\n`, { mode: 0o600 });
    const env = { BACKUP_TARGET: '/mnt/backup', BACKUP_IDENTITY_FILE: path };
    expect(readConfig(env).backup).toEqual({
      target: { kind: 'FOLDER', path: '/mnt/backup' },
      ...{ recipients: [], identities: [identity], intervalHours: 24, keepDays: 14, verifyHours: null },
    });
    await chmod(path, 0o644);
    expect(() => readConfig(env)).toThrow('is accessible to other users (mode 644)');
    await rm(folder, { recursive: true });
    expect(() => readConfig(env)).toThrow('cannot be read (ENOENT)');
  });

  it('name a bucket, whose storage is that of the files unless it has its own', () => {
    expect(readConfig(BUCKET).backup?.target).toMatchObject({
      ...{ kind: 'BUCKET', prefix: 'some/where' },
      s3: {
        endpoint: 'https://s3.example.com',
        bucket: 'backups',
        region: 'us-east-1',
        accessKeyId: 'key-id',
      },
    });
    const files = { S3_ENDPOINT: 'https://files.example.com', S3_BUCKET: 'files', S3_REGION: 'eu-1' };
    const keys = { S3_ACCESS_KEY_ID: 'their-id', S3_SECRET_ACCESS_KEY: 'their-secret' };
    const shared = { BACKUP_TARGET: 's3://backups', BACKUP_RECIPIENT: recipient, ...files, ...keys };
    expect(readConfig(shared).backup?.target).toMatchObject({
      s3: {
        endpoint: 'https://files.example.com',
        bucket: 'backups',
        region: 'eu-1',
        accessKeyId: 'their-id',
      },
    });
  });

  it.each([
    ['a relative folder', { BACKUP_TARGET: 'backup' }, /BACKUP_TARGET must be an absolute path/],
    ['no key', { BACKUP_TARGET: '/mnt/backup' }, /BACKUP_RECIPIENT must also be set.*always encrypted/],
    ['no encryption', { BACKUP_TARGET: '/b', BACKUP_RECIPIENT: 'none' }, /must be age recipients/],
    [
      'a bucket without its storage',
      { ...BUCKET, BACKUP_S3_ENDPOINT: '' },
      /BACKUP_S3_ENDPOINT, .* must be set/,
    ],
    [
      'no interval',
      { BACKUP_INTERVAL: '0' },
      /BACKUP_INTERVAL must be a whole number of hours from 1 to 720/,
    ],
    ['no retention', { BACKUP_KEEP: 'ever' }, /BACKUP_KEEP must be a whole number of days from 1 to 3650/],
    [
      'two identities',
      { BACKUP_IDENTITY: identity, BACKUP_IDENTITY_FILE: '/nowhere' },
      /BACKUP_IDENTITY and BACKUP_IDENTITY_FILE must not both be set/,
    ],
  ])('are refused with %s', (_, env, said) => {
    expect(() => readConfig(env)).toThrow(said);
  });

  it('keep the identity out of error messages', () => {
    const wrong = { BACKUP_IDENTITY: `${identity}!` };
    expect(() => readConfig(wrong)).toThrow(
      /^(?!.*AGE-SECRET-KEY-1).*BACKUP_IDENTITY must be an age identity/,
    );
  });
});
