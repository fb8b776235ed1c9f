import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { misspeltSettings } from '#config';

const ROOT = join(import.meta.dirname, '../..');
const FILES = ['compose.yaml', 'external-postgres.yaml'];
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const isValid = makeValidator();

interface Service {
  image: string;
  build?: { context: string; dockerfile: string; target: string };
  environment: Record<string, string>;
  env_file: (string | { path: string })[];
  ports?: string[];
  volumes: string[];
  healthcheck: { test: string[] };
  stop_grace_period: string;
  [member: string]: unknown;
}

/** As Compose reads it: `<<` merges, and members that begin with `x-` are left out. */
function readCompose(name: string): { services: Record<string, Service>; [member: string]: unknown } {
  return parse(read(`packaging/compose/${name}`), { merge: true });
}

function makeValidator() {
  // Without the name of its draft, of which it has a form that is not the usual one.
  const { $schema: _, ...schema } = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json'));
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: { duration: true, 'subnet-ip-address': true },
  });
  return ajv.compile(schema);
}

it('the schema of Compose refuses what Compose does not know', () => {
  expect(isValid({ services: { a: { image: 'a', restarts: 'always' } } })).toBe(false);
});

describe.each(FILES)('%s', (name) => {
  const file = readCompose(name);
  const services = Object.entries(file.services);

  it('is valid Compose', () => {
    isValid(file);
    expect(isValid.errors).toBeNull();
    expect(services.length).toBeGreaterThan(0);
  });

  it('sets only what the service knows, and no secret', () => {
    for (const [, { environment }] of services) {
      expect(misspeltSettings(environment)).toEqual([]);
      for (const [setting, value] of Object.entries(environment))
        expect(/KEY|TOKEN|PASSWORD|URL/.test(setting) ? value : '/run/secrets/').toContain('/run/secrets/');
    }
  });

  it.each(services)(
    '%s waits for a clean stop, is checked, and cannot do more than it needs',
    (_, service) => {
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThanOrEqual(shutdownSeconds() + 5);
      expect(service.healthcheck.test).toEqual(['CMD', 'node', '/usr/local/lib/tallymark/healthcheck.mjs']);
      expect([service.read_only, service.cap_drop, service.security_opt, service.restart]).toEqual([
        true,
        ['ALL'],
        ['no-new-privileges:true'],
        'unless-stopped',
      ]);
      expect(service.volumes.every((volume) => volume.endsWith(':/data'))).toBe(true);
    },
  );

  it('publishes its port on this machine alone, and runs images that the Dockerfile makes', () => {
    const { version } = JSON.parse(read('package.json'));
    const dockerfile = read('packaging/container/Dockerfile');
    for (const [, { ports = [], image, build }] of services) {
      expect(ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
      const [target, tag] = image.split(':');
      expect(tag).toBe(version);
      expect(dockerfile).toMatch(new RegExp(` AS ${target}$`, 'm'));
      if (build) expect([build.target, build.dockerfile]).toEqual([target, 'packaging/container/Dockerfile']);
    }
    expect(services.some(([, { build }]) => build)).toBe(true);
  });
});

it('the roles of the processes on an external PostgreSQL are all roles, once each', () => {
  const { services } = readCompose('external-postgres.yaml');
  expect(Object.values(services).map(({ environment }) => environment.ROLES)).toEqual(['api', 'worker']);
});

/** After which the service ends itself. */
function shutdownSeconds(): number {
  const [, limit = ''] = /SHUTDOWN_LIMIT_MS = (\d+_\d+)/.exec(read('src/main.ts')) ?? [];
  return Number(limit.replace('_', '')) / 1000;
}
