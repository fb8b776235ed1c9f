import { resolve } from 'node:path';

/** Everything the environment decides, read once at start. See docs/operations and README for the meaning. */
export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  bootstrap: { organization: string; apiKey: string | null; sandboxApiKey: string | null };
  roles: ReadonlySet<Role>;
  wirePrefix: string;
  isWireLegacy: boolean;
  logLevel: LogLevel;
}

export type Role = 'api' | 'worker';
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ORGANIZATION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;
const API_KEY = /^[\x21-\x7e]{16,200}$/;
const WIRE_PREFIX = /^[a-z][a-z0-9]{1,29}$/;

/** Throws one `Error` that names every setting that is wrong and what it should be. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const wrong: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, rule: string): T => {
    const text = env[name];
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value === undefined) wrong.push(`${name} ${rule}, not ${JSON.stringify(text.slice(0, 80))}`);
    return value ?? fallback;
  };
  const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined);
  const config: Config = {
    host: read('HOST', '127.0.0.1', matching(/^[A-Za-z0-9.:_-]+$/), 'must be a host name or address'),
    port: read('PORT', 4000, parsePort, 'must be a port from 0 to 65535'),
    dataDir: resolve(read('DATA_DIR', './.tallymark', (text) => text, 'must be a folder')),
    databaseUrl: read<string | null>('DATABASE_URL', null, parseDatabaseUrl, 'must be a postgresql:// URL'),
    bootstrap: {
      organization: read(
        'BOOTSTRAP_ORGANIZATION',
        'default',
        matching(ORGANIZATION_ID),
        'must be an id of at most 50 characters',
      ),
      apiKey: read<string | null>(
        'BOOTSTRAP_API_KEY',
        null,
        matching(API_KEY),
        'must have 16 to 200 visible characters',
      ),
      sandboxApiKey: read<string | null>(
        'BOOTSTRAP_SANDBOX_API_KEY',
        null,
        matching(API_KEY),
        'must have 16 to 200 visible characters',
      ),
    },
    roles: read<ReadonlySet<Role>>(
      'ROLES',
      new Set<Role>(['api', 'worker']),
      parseRoles,
      'must be api, worker or api,worker',
    ),
    wirePrefix: read(
      'WIRE_PREFIX',
      'platform',
      matching(WIRE_PREFIX),
      'must be 2 to 30 lower-case letters and digits',
    ),
    isWireLegacy: read('WIRE_LEGACY', false, parseSwitch, 'must be on or off'),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', parseLogLevel, `must be one of ${LOG_LEVELS.join(', ')}`),
  };
  if (config.bootstrap.apiKey !== null && config.bootstrap.apiKey === config.bootstrap.sandboxApiKey)
    wrong.push('BOOTSTRAP_API_KEY and BOOTSTRAP_SANDBOX_API_KEY must differ');
  if (wrong.length > 0) throw new Error(`Settings are wrong: ${wrong.join('; ')}.`);
  return Object.freeze(config);
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

function parseDatabaseUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\//.test(text) ? text : undefined;
}

function parseRoles(text: string): ReadonlySet<Role> | undefined {
  const names = text.split(',').map((name) => name.trim());
  const isRole = (name: string): name is Role => name === 'api' || name === 'worker';
  return names.length > 0 && names.every(isRole) ? new Set(names) : undefined;
}

function parseSwitch(text: string): boolean | undefined {
  if (/^(on|true|1)$/i.test(text)) return true;
  return /^(off|false|0)$/i.test(text) ? false : undefined;
}

function parseLogLevel(text: string): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === text);
}
