import { isAbsolute } from 'node:path';
import type { S3Settings } from '../files/s3-bucket.ts';
import { isStorageKey } from '../files/storage.ts';
import { matching, type ReadSetting } from './read-setting.ts';
import { S3_ENDPOINT, S3_KEY, S3_REGION } from './s3.ts';
import { readSecretFile } from './secret-file.ts';

/** Where backups go, and who can read them. */
export interface BackupSettings {
  target: BackupPlace;
  /** Public age keys: a backup can be read with the identity of any of them. */
  recipients: readonly string[];
  /** Secret age keys, only for restoring and verifying. */
  identities: readonly string[];
  intervalHours: number;
  keepDays: number;
  /** Null: no backup is verified by itself. */
  verifyHours: number | null;
}

export type BackupPlace =
  | { kind: 'FOLDER'; path: string }
  | { kind: 'BUCKET'; prefix: string; s3: S3Settings };

const TARGET = {
  parse: parseTarget,
  rule: 'must be an absolute path such as /mnt/backup, or a bucket such as s3://backups/tallymark',
};
const RECIPIENTS = {
  parse: (text: string) => parseKeys(text, /^age1[a-z0-9]{20,4000}$/),
  rule: 'must be age recipients such as age1…, separated by commas; make one with: npm run backup -- key',
};
const IDENTITIES = {
  parse: (text: string) => parseKeys(text, /^AGE-SECRET-KEY-[A-Z0-9-]{20,4000}$/),
  rule: 'must be an age identity, AGE-SECRET-KEY-…',
  isSecret: true,
};
const FILE = matching(/\S/, 'must be a file');

/** Null without a target: then nothing is backed up, and the database does not archive its log. */
export function readBackup(
  read: ReadSetting,
  { wrong, files }: { wrong: string[]; files: S3Settings | null },
): BackupSettings | null {
  const place = read('BACKUP_TARGET', null, TARGET);
  const settings = {
    recipients: read('BACKUP_RECIPIENT', [], RECIPIENTS),
    identities: readIdentities(read, wrong),
    intervalHours: read('BACKUP_INTERVAL', 24, wholeNumber(1, 720, 'hours')),
    keepDays: read('BACKUP_KEEP', 14, wholeNumber(1, 3650, 'days')),
    verifyHours: read('BACKUP_VERIFY_INTERVAL', null, wholeNumber(1, 8760, 'hours')),
  };
  const s3 = readBucket(read, files);
  if (place === null) return null;
  if (settings.recipients.length + settings.identities.length === 0 && !isNamed(wrong, 'BACKUP_'))
    wrong.push(
      'BACKUP_RECIPIENT must also be set, because backups are always encrypted; ' +
        'make a key with: npm run backup -- key',
    );
  if (settings.verifyHours !== null && settings.identities.length === 0 && !isNamed(wrong, 'BACKUP_IDENTITY'))
    wrong.push('BACKUP_IDENTITY_FILE must also be set, because a verification restores a backup');
  if (place.kind === 'FOLDER') return { ...settings, target: place };
  const missing = Object.entries(s3).filter(([, value]) => value === null);
  if (missing.length > 0 && !isNamed(wrong, 'BACKUP_S3_'))
    wrong.push(`BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY ${NEEDED}`);
  const { endpoint, region, accessKeyId, secretAccessKey } = s3;
  const bucket = { endpoint: endpoint ?? '', region: region ?? '', bucket: place.bucket, isDirect: false };
  const keys = { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' };
  return { ...settings, target: { kind: 'BUCKET', prefix: place.prefix, s3: { ...bucket, ...keys } } };
}

const NEEDED = 'must be set for a target in a bucket, unless S3_ENDPOINT and its keys are set';

/** The storage of files is used unless backups have one of their own. */
function readBucket(read: ReadSetting, files: S3Settings | null) {
  return {
    endpoint: read('BACKUP_S3_ENDPOINT', null, S3_ENDPOINT) ?? files?.endpoint ?? null,
    region: read('BACKUP_S3_REGION', null, S3_REGION) ?? files?.region ?? 'us-east-1',
    accessKeyId: read('BACKUP_S3_ACCESS_KEY_ID', null, S3_KEY) ?? files?.accessKeyId ?? null,
    secretAccessKey: read('BACKUP_S3_SECRET_ACCESS_KEY', null, S3_KEY) ?? files?.secretAccessKey ?? null,
  };
}

function readIdentities(read: ReadSetting, wrong: string[]): readonly string[] {
  const given = read('BACKUP_IDENTITY', [], IDENTITIES);
  const path = read('BACKUP_IDENTITY_FILE', null, FILE);
  if (path === null) return given;
  if (given.length > 0) wrong.push('BACKUP_IDENTITY and BACKUP_IDENTITY_FILE must not both be set');
  const found = readSecretFile(path, { parse: parseIdentityFile, rule: IDENTITIES.rule });
  if (typeof found !== 'string') return found;
  wrong.push(`BACKUP_IDENTITY_FILE ${path} ${found}`);
  return given;
}

/** One key a line, as the tools of age write them, with comments. */
function parseIdentityFile(text: string): string[] | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  return IDENTITIES.parse(lines.filter((line) => line !== '' && !line.startsWith('#')).join(','));
}

function parseTarget(text: string) {
  const [, bucket, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(text) ?? [];
  if (bucket !== undefined) {
    const path = prefix ?? '';
    return path === '' || isStorageKey(path) ? { kind: 'BUCKET' as const, bucket, prefix: path } : undefined;
  }
  return isAbsolute(text) ? { kind: 'FOLDER' as const, path: text } : undefined;
}

function parseKeys(text: string, form: RegExp): string[] | undefined {
  const keys = text.split(',').map((each) => each.trim());
  return keys.every((key) => form.test(key)) ? keys : undefined;
}

function wholeNumber(least: number, most: number, unit: string) {
  return {
    parse: (text: string) => {
      const value = Number(text);
      return /^\d{1,4}$/.test(text) && value >= least && value <= most ? value : undefined;
    },
    rule: `must be a whole number of ${unit} from ${least} to ${most}`,
  };
}

function isNamed(wrong: readonly string[], prefix: string): boolean {
  return wrong.some((sentence) => sentence.startsWith(prefix));
}
