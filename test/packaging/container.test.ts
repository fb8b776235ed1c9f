import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const dockerfile = read('packaging/container/Dockerfile');
/** One line for each instruction. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\s*\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '');

/** Of the stage and of those that it begins with. */
function stage(name: string): string[] {
  const start = instructions.findIndex((line) => line.startsWith('FROM ') && line.endsWith(` AS ${name}`));
  const rest = instructions.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('FROM '));
  const own = end < 0 ? rest : rest.slice(0, end);
  const [, base = ''] = instructions[start]?.split(' ') ?? [];
  return base === 'tallymark' ? [...stage(base), ...own] : own;
}

describe('the Dockerfile', () => {
  it('has no fault that a linter finds', () => {
    const rules = {
      casingInstruction: ValidationSeverity.ERROR,
      deprecatedMaintainer: ValidationSeverity.ERROR,
      emptyContinuationLine: ValidationSeverity.ERROR,
      instructionCmdMultiple: ValidationSeverity.ERROR,
      instructionEntrypointMultiple: ValidationSeverity.ERROR,
      instructionHealthcheckMultiple: ValidationSeverity.ERROR,
      instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
      instructionWorkdirRelative: ValidationSeverity.ERROR,
    };
    expect(validate(dockerfile, rules).map(({ message }) => message)).toEqual([]);
    expect(validate('FORM scratch', rules)).not.toEqual([]);
  });

  it('begins with an exact version, and with the Node of the service', () => {
    const { node } = JSON.parse(read('package.json')).dependencies;
    expect(instructions[0]).toMatch(new RegExp(`^ARG BASE=\\S+/node:${RegExp.escape(node)}-\\w+-slim$`));
    const bases = instructions.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the Dockerfile
    expect(bases).toEqual(['${BASE}', 'scratch', 'tallymark']);
  });

  it.each(['tallymark', 'tallymark-embedded'])(
    '%s runs without rights, is checked and stops cleanly',
    (name) => {
      const lines = stage(name);
      for (const line of [
        'USER 10001:10001',
        'STOPSIGNAL SIGTERM',
        'VOLUME /data',
        'ENTRYPOINT ["tallymark"]',
      ])
        expect(lines).toContain(line);
      expect(lines.find((line) => line.startsWith('HEALTHCHECK '))).toMatch(
        / CMD \["node", "\/usr\/local\/lib\/tallymark\/healthcheck\.mjs"\]$/,
      );
      // Whatever a shell would do happened in the stage before.
      expect(lines.filter((line) => /^(?:RUN|ADD|SHELL) /.test(line))).toEqual([]);
      expect(lines.join('\n')).not.toMatch(/(?:KEY|TOKEN|PASSWORD|SECRET|DATABASE_URL)=/);
    },
  );

  it('has the version of the package, and its context no secrets and nothing of this machine', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(stage('tallymark').find((line) => line.startsWith('LABEL '))).toContain(
      `image.version="${version}"`,
    );
    const ignored = read('.dockerignore').split('\n');
    for (const each of ['.git', '.tallymark', '**/node_modules', '**/.env', '**/*.key', 'web/dist'])
      expect(ignored).toContain(each);
  });

  it('is built by a script that a shell can read', async () => {
    await run('sh', ['-n', join(ROOT, 'packaging/container/make-root.sh')]);
  });
});

describe('the health check', () => {
  const check = join(ROOT, 'packaging/container/healthcheck.mjs');

  it.each([
    // status, body, exit status, message
    [200, '{"status":"ready"}', 0, ''],
    [503, '{"message":"the database cannot be reached"}', 1, 'the database cannot be reached'],
  ])('of a service whose /ready returns %i %s ends with %i', async (status, body, code, message) => {
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/ready' ? status : 404).end(body),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const env = { ...process.env, PORT: String((server.address() as AddressInfo).port) };
    const result = await run(process.execPath, [check], { env }).catch((error) => error);
    server.close();
    expect([result.code ?? 0, result.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  it('ends with 1 and the cause when nobody listens', async () => {
    const failed = await run(process.execPath, [check], { env: { PORT: '1' } }).catch((error) => error);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('127.0.0.1:1/ready: ')]);
  });
});
