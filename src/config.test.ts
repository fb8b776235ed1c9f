import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const KEY = 'sk_live_0123456789abcdef';

describe('the settings of the process', () => {
  it('have defaults, and an empty text is no setting', () => {
    const config = readConfig({});
    expect(config).toEqual({
      shown: expect.any(Array),
      operators: null,
      backup: null,
      requestLog: { recording: 'BODIES', days: 7 },
      host: '127.0.0.1',
      port: 4000,
      dataDir: resolve('./.tallymark'),
      databaseUrl: null,
      databaseOsUser: null,
      masterKeys: { current: null, next: null },
      pools: { write: 16, read: 16 },
      bootstrap: { organization: 'default', apiKey: null, sandboxApiKey: null },
      roles: new Set(['api', 'worker']),
      apiProcesses: 1,
      upgrade: 'wait',
      shutdownDelayMs: 0,
      traces: null,
      workerThreads: 2,
      wirePrefix: 'platform',
      isWireLegacy: false,
      logLevel: 'info',
      accessLog: { successes: 1, areFailuresLogged: true },
      isGroupCommit: true,
      eventRetentionDays: null,
      rateLimits: {
        ingest: { count: 50_000, perMs: 1000 },
        ingestBatch: { count: 5_000, perMs: 1000 },
        other: { count: 1_000, perMs: 1000 },
        portal: { count: 100, perMs: 1000 },
        unauthenticated: { count: 300, perMs: 60_000 },
      },
      quotas: {
        customers: null,
        accounts: null,
        aliases: null,
        pricePlans: null,
        eventSchemas: null,
        usageMeters: null,
      },
      trustedProxies: [],
      publicUrl: null,
      metricsToken: null,
      webhooks: { isHttpAllowed: false, arePrivateTargetsAllowed: false },
      s3: null,
      mail: {
        smtpUrl: null,
        from: { name: 'Tallymark', address: 'tallymark@localhost' },
        isSandboxSent: false,
      },
      sessions: { idleMs: 43_200_000, lifetimeMs: 604_800_000, rotationMs: 14_400_000 },
      setupLink: 'terminal',
      isBrowserOpened: false,
    });
    const empty = Object.fromEntries(
      ['HOST', 'PORT', 'DATABASE_URL', 'ROLES', 'WIRE_LEGACY'].map((name) => [name, '']),
    );
    expect(readConfig(empty)).toEqual(config);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it.each([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::1', { host: '::1' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['DATABASE_URL', 'postgres://a:b@c/d', { databaseUrl: 'postgres://a:b@c/d' }],
    ['DATABASE_URL', 'postgresql://c/d', { databaseUrl: 'postgresql://c/d' }],
    ['DATABASE_OS_USER', 'tally-mark_1.x', { databaseOsUser: 'tally-mark_1.x' }],
    ['DATABASE_WRITE_CONNECTIONS', '40', { pools: { write: 40, read: 16 } }],
    ['DATABASE_READ_CONNECTIONS', '2', { pools: { write: 16, read: 2 } }],
    ['ROLES', 'worker', { roles: new Set(['worker']) }],
    ['ROLES', ' api , worker ', { roles: new Set(['api', 'worker']) }],
    ['API_PROCESSES', '32', { apiProcesses: 32, pools: { write: 4, read: 4 } }],
    // Three processes: 32 / 3 connections of each pool.
    ['API_PROCESSES', '2', { apiProcesses: 2, pools: { write: 10, read: 10 } }],
    ['WORKER_THREADS', '16', { workerThreads: 16 }],
    ['SHUTDOWN_DELAY', '300', { shutdownDelayMs: 300_000 }],
    ['SHUTDOWN_DELAY', '0', { shutdownDelayMs: 0 }],
    ['WIRE_PREFIX', 'acme', { wirePrefix: 'acme' }],
    ['WIRE_LEGACY', 'on', { isWireLegacy: true }],
    ['WIRE_LEGACY', 'TRUE', { isWireLegacy: true }],
    ['WIRE_LEGACY', '0', { isWireLegacy: false }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['ACCESS_LOG', 'all', { accessLog: { successes: 1, areFailuresLogged: true } }],
    ['ACCESS_LOG', '1/100', { accessLog: { successes: 100, areFailuresLogged: true } }],
    ['ACCESS_LOG', 'failures', { accessLog: { successes: 0, areFailuresLogged: true } }],
    ['ACCESS_LOG', 'off', { accessLog: { successes: 0, areFailuresLogged: false } }],
    ['RATE_LIMIT_INGEST', '50/s', { rateLimits: { ingest: { count: 50, perMs: 1000 } } }],
    ['RATE_LIMIT_INGEST_BATCH', '5/m', { rateLimits: { ingestBatch: { count: 5, perMs: 60_000 } } }],
    ['RATE_LIMIT_OTHER', '1/h', { rateLimits: { other: { count: 1, perMs: 3_600_000 } } }],
    ['RATE_LIMIT_PORTAL', 'off', { rateLimits: { portal: null } }],
    ['RATE_LIMIT_INGEST', 'off', { rateLimits: { ingest: null } }],
    ['RATE_LIMIT_INGEST_BATCH', 'off', { rateLimits: { ingestBatch: null } }],
    ['RATE_LIMIT_OTHER', 'OFF', { rateLimits: { other: null } }],
    ['RATE_LIMIT_UNAUTHENTICATED', '5/m', { rateLimits: { unauthenticated: { count: 5, perMs: 60_000 } } }],
    ['METRICS_TOKEN', 'for-prometheus-01', { metricsToken: 'for-prometheus-01' }],
    ['PUBLIC_URL', 'https://billing.example', { publicUrl: 'https://billing.example' }],
    ['PUBLIC_URL', 'HTTPS://Billing.Example:443/', { publicUrl: 'https://billing.example' }],
    ['PUBLIC_URL', 'http://10.0.0.1:4000/a/b/', { publicUrl: 'http://10.0.0.1:4000/a/b' }],
    ['PUBLIC_URL', 'http://[::1]:4000', { publicUrl: 'http://[::1]:4000' }],
    ['INGEST_GROUP_COMMIT', 'off', { isGroupCommit: false }],
    ['EVENT_RETENTION_DAYS', '400', { eventRetentionDays: 400 }],
    ['EVENT_RETENTION_DAYS', 'off', { eventRetentionDays: null }],
    ['WEBHOOKS_ALLOW_HTTP', 'on', { webhooks: { isHttpAllowed: true, arePrivateTargetsAllowed: false } }],
    ['WEBHOOKS_ALLOW_PRIVATE', 'on', { webhooks: { isHttpAllowed: false, arePrivateTargetsAllowed: true } }],
    ['QUOTA_CUSTOMERS', '100', { quotas: { customers: 100 } }],
    ['QUOTA_ACCOUNTS', '100000000', { quotas: { accounts: 100_000_000 } }],
    ['QUOTA_ALIASES', '1', { quotas: { aliases: 1 } }],
    ['QUOTA_CUSTOMERS', 'off', { quotas: { customers: null } }],
    ['QUOTA_PRICE_PLANS', '4', { quotas: { pricePlans: 4 } }],
    ['QUOTA_EVENT_SCHEMAS', '2', { quotas: { eventSchemas: 2 } }],
    ['QUOTA_USAGE_METERS', '3', { quotas: { usageMeters: 3 } }],
    ['MAIL_FROM', 'Billing <b@a.example>', { mail: { from: { name: 'Billing', address: 'b@a.example' } } }],
    ['MAIL_SANDBOX', 'on', { mail: { isSandboxSent: true } }],
    ['SESSION_IDLE_TIMEOUT', '30m', { sessions: { idleMs: 1_800_000 } }],
    ['SESSION_LIFETIME', '30d', { sessions: { lifetimeMs: 2_592_000_000 } }],
    ['SETUP_LINK', 'always', { setupLink: 'always' }],
    ['OPEN_BROWSER', 'off', { isBrowserOpened: false }],
    ['OPERATORS', 'Ops@acme.example, b@acme.example', { operators: ['ops@acme.example', 'b@acme.example'] }],
    ['REQUEST_LOG', 'headers', { requestLog: { recording: 'HEADERS' } }],
    ['REQUEST_LOG', 'off', { requestLog: { recording: 'OFF' } }],
    ['REQUEST_LOG_DAYS', '30', { requestLog: { days: 30 } }],
    ['TRUST_PROXY', '10.0.0.1', { trustedProxies: ['10.0.0.1'] }],
    ['TRUST_PROXY', '10.0.0.0/8, fd00::/8', { trustedProxies: ['10.0.0.0/8', 'fd00::/8'] }],
    ['TRUST_PROXY', 'fd00::/64', { trustedProxies: ['fd00::/64'] }],
    ['EVENT_RETENTION_DAYS', '100', { eventRetentionDays: 100 }],
    ['EVENT_RETENTION_DAYS', '10000', { eventRetentionDays: 10_000 }],
  ])('%s=%s is understood', (name, text, expected) => {
    expect(readConfig({ [name]: text })).toMatchObject(expected);
  });

  it.each([
    ['HOST', 'a b', 'HOST must be a host name or address, not "a b"'],
    ['PORT', '70000', 'PORT must be a port from 0 to 65535, not "70000"'],
    ['PORT', '-1', 'PORT must be a port from 0 to 65535, not "-1"'],
    ['PORT', '4e3', 'PORT must be a port from 0 to 65535, not "4e3"'],
    ['DATA_DIR', ' ', 'DATA_DIR must be a folder, not " "'],
    ['DATABASE_URL', 'mysql://u:hunter2@h/d', 'DATABASE_URL must be a postgresql:// URL'],
    [
      'BOOTSTRAP_ORGANIZATION',
      '-x',
      'BOOTSTRAP_ORGANIZATION must be an id of at most 50 characters, not "-x"',
    ],
    [
      'BOOTSTRAP_API_KEY',
      'short',
      'BOOTSTRAP_API_KEY must consist of 16 to 200 visible characters and not begin with eyJ',
    ],
    [
      'BOOTSTRAP_SANDBOX_API_KEY',
      'with a space in it',
      'BOOTSTRAP_SANDBOX_API_KEY must consist of 16 to 200 visible characters and not begin with eyJ',
    ],
    [
      'BOOTSTRAP_API_KEY',
      'eyJ0123456789abcdef',
      'BOOTSTRAP_API_KEY must consist of 16 to 200 visible characters and not begin with eyJ',
    ],
    ...['0', '17'].map((text) => [
      'WORKER_THREADS',
      text,
      `WORKER_THREADS must be a whole number from 1 to 16, not "${text}"`,
    ]),
    ['DATABASE_OS_USER', 'a b', 'DATABASE_OS_USER must be the name of a user on this machine, not "a b"'],
    ...['99', '10001', '1e3'].map((text) => [
      'EVENT_RETENTION_DAYS',
      text,
      `EVENT_RETENTION_DAYS must be a whole number of days from 100 to 10000, or off, not "${text}"`,
    ]),
    ...['1', '501', '1e2', 'many'].map((text) => [
      'DATABASE_READ_CONNECTIONS',
      text,
      `DATABASE_READ_CONNECTIONS must be a whole number from 2 to 500, not "${text}"`,
    ]),
    ['API_PROCESSES', '0', 'API_PROCESSES must be a whole number from 1 to 32, not "0"'],
    ['API_PROCESSES', '33', 'API_PROCESSES must be a whole number from 1 to 32, not "33"'],
    ['ROLES', 'api,cook', 'ROLES must be api, worker or api,worker, not "api,cook"'],
    ['ROLES', ',', 'ROLES must be api, worker or api,worker, not ","'],
    ['WIRE_PREFIX', 'Acme', 'WIRE_PREFIX must consist of 2 to 30 lower-case letters and digits, not "Acme"'],
    [
      'RATE_LIMIT_UNAUTHENTICATED',
      'off',
      'RATE_LIMIT_UNAUTHENTICATED must be a rate <number>/<s, m or h> such as 300/m, not "off"',
    ],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must consist of 16 to 200 visible characters'],
    ['METRICS_TOKEN', 'with a space in it', 'METRICS_TOKEN must consist of 16 to 200 visible characters'],
    ...[
      ...[
        'billing.example',
        'ftp://billing.example',
        '//billing.example',
        'https://',
        'https:/\\\\b.example',
      ],
      ...['https://b.example/?', 'https://b.example/?a=1', 'https://b.example/#', 'https://u:p@b.example'],
      ...['https://b.example/a b', 'https://b.example/../c', 'https://b.example/.', 'https://b.example\n'],
    ].map((text) => [
      'PUBLIC_URL',
      text,
      'PUBLIC_URL must be a URL such as https://billing.example.com or https://example.com/billing, not ' +
        JSON.stringify(text),
    ]),
    ...['0/s', '1/d', '50', '-1/s', 'on'].map((text) => [
      'RATE_LIMIT_OTHER',
      text,
      `RATE_LIMIT_OTHER must be a rate <number>/<s, m or h> such as 300/m, or off, not "${text}"`,
    ]),
    ...['0', '-1', '1.5', '100000001', 'many'].map((text) => [
      'QUOTA_ACCOUNTS',
      text,
      `QUOTA_ACCOUNTS must be a whole number from 1 to 100000000, or off, not "${text}"`,
    ]),
    ...['true', '10.0.0.0/33', '10.0.0', 'fd00::/129', '10.0.0.1,', '10.0.0.0/8/8'].map((text) => [
      'TRUST_PROXY',
      text,
      `TRUST_PROXY must be IP addresses or ranges such as 10.0.0.0/8, separated by commas, not "${text}"`,
    ]),
    ['WIRE_LEGACY', 'maybe', 'WIRE_LEGACY must be on or off, not "maybe"'],
    ...['http://a.example', 'smtp://', 'smtp://u:hunter2@h/path', 'smtp://u@h', 'smtp://h?x=1'].map(
      (text) => [
        'SMTP_URL',
        text,
        'SMTP_URL must be a URL such as smtp://user:password@mail.example.com:587, or smtps://',
      ],
    ),
    [
      'SMTP_URL',
      'smtp://u:hunter2@mail.example',
      'MAIL_FROM must also be set, because mails through SMTP_URL need a sender',
    ],
    ...['Billing', 'a@b.example, c@d.example', 'A <a@b.example>\nBcc: x'].map((text) => [
      'MAIL_FROM',
      text,
      `MAIL_FROM must be a mail address such as Billing <billing@example.com>, not ${JSON.stringify(text)}`,
    ]),
    ...['1/0', '1/', 'none', '2/100', '1/1000000'].map((text) => [
      'ACCESS_LOG',
      text,
      `ACCESS_LOG must be all, failures, off, or a share of the successful requests such as 1/100, ` +
        `not "${text}"`,
    ]),
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
    ],
  ])('%s=%s is refused', (name, text, sentence) => {
    expect(() => readConfig({ [name]: text })).toThrow(`Invalid settings: ${sentence}.`);
  });

  describe('of a bucket', () => {
    const S3 = {
      ...{ S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'papers' },
      ...{ S3_ACCESS_KEY_ID: 'AKIDTEST', S3_SECRET_ACCESS_KEY: 'hunter2' },
    };
    const read = {
      ...{ endpoint: 'https://s3.example.com', bucket: 'papers', region: 'us-east-1', isDirect: false },
      ...{ accessKeyId: 'AKIDTEST', secretAccessKey: 'hunter2' },
    };

    it.each([
      ['the needed ones', {}, {}],
      ['a region', { S3_REGION: 'eu-central-1' }, { region: 'eu-central-1' }],
      ['links of its own', { S3_DIRECT_LINKS: 'on' }, { isDirect: true }],
      ['a machine nearby', { S3_ENDPOINT: 'http://minio:9000/' }, { endpoint: 'http://minio:9000/' }],
    ])('are understood with %s', (_, more, expected) => {
      expect(readConfig({ ...S3, ...more }).s3).toEqual({ ...read, ...expected });
    });

    it.each([
      [{ S3_ENDPOINT: 'minio:9000' }, 'S3_ENDPOINT must be a URL such as'],
      [{ S3_ENDPOINT: 'https://s3.example.com/papers' }, 'S3_ENDPOINT must be a URL such as'],
      [{ S3_BUCKET: 'My Papers' }, 'S3_BUCKET must be the name of a bucket, not "My Papers"'],
      [{ S3_REGION: 'Over there' }, 'S3_REGION must be a region, not "Over there"'],
      [{ S3_DIRECT_LINKS: 'maybe' }, 'S3_DIRECT_LINKS must be on or off'],
      [{ S3_ACCESS_KEY_ID: 'a' }, 'S3_ACCESS_KEY_ID must consist of 3 to 200 visible characters.'],
      [
        { S3_SECRET_ACCESS_KEY: 'hunter2 x' },
        'S3_SECRET_ACCESS_KEY must consist of 3 to 200 visible characters.',
      ],
      [
        { S3_BUCKET: '' },
        'S3_BUCKET must also be set, because files in a bucket need S3_ENDPOINT, S3_BUCKET,',
      ],
      [{ S3_BUCKET: '', S3_ACCESS_KEY_ID: '' }, 'S3_BUCKET, S3_ACCESS_KEY_ID must also be set'],
    ])('%o are refused', (wrong, sentence) => {
      const reading = () => readConfig({ ...S3, ...wrong });
      expect(reading).toThrow(`Invalid settings: ${sentence}`);
      expect(reading).not.toThrow(/hunter2|;/);
    });
  });

  it.each(['smtp://u:p@h:25', 'smtps://u:p@h', 'smtps://h/'])('mails leave through %s', (smtpUrl) => {
    const { mail } = readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: 'b@a.example' });
    expect(mail.smtpUrl).toBe(smtpUrl);
  });

  it('all that are wrong are named at once, and no secret is repeated', () => {
    const wrong = {
      PORT: 'x',
      LOG_LEVEL: 'x',
      BOOTSTRAP_API_KEY: 'hunter2',
      DATABASE_URL: 'http://u:hunter2@h',
    };
    expect(() => readConfig(wrong)).toThrow(/PORT .*; DATABASE_URL .*|DATABASE_URL .*; .*LOG_LEVEL/);
    expect(() => readConfig(wrong)).not.toThrow(/hunter2/);
  });

  it('the two first keys must differ', () => {
    expect(() => readConfig({ BOOTSTRAP_API_KEY: KEY, BOOTSTRAP_SANDBOX_API_KEY: KEY })).toThrow(
      'BOOTSTRAP_API_KEY and BOOTSTRAP_SANDBOX_API_KEY must differ',
    );
  });
});
