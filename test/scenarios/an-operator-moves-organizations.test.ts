import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, runTool } from '#test/run-command.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const service = useService();
let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tallymark-operator-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const run = (...args: string[]): Promise<Ended> =>
  runTool('organization', { args, env: { DATABASE_URL: service.databaseUrl, DATA_DIR: dataDir } });

/** A credential is remembered for a second. */
const soon = { timeout: 10_000, interval: 200 };
const read = async (of: Client) => (await of.get('/customers')).status;
const write = async (of: Client, id: string) =>
  (
    await of.post('/customers', {
      id,
      name: id,
      primaryEmail: 'pay@acme.example',
      address: { country: 'DE' },
    })
  ).status;

describe('npm run organization', () => {
  it('makes an organization whose keys work at once, moves it, and says so in its audit log', async () => {
    const made = await run('create', 'acme');
    const path = join(dataDir, 'credentials-acme.json');
    expect(made).toEqual({
      code: 0,
      output: `Created the organization acme.\n  Its keys are in ${path}.\n`,
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const keys = JSON.parse(await readFile(path, 'utf8'));
    const [production, sandbox] = [
      client(service.app, '', keys.apiKey),
      client(service.app, '/sandbox', keys.sandboxApiKey),
    ];
    expect([await write(production, 'cust-1'), await write(sandbox, 'cust-1')]).toEqual([201, 201]);

    expect(await run('suspend', 'acme')).toEqual({
      ...{ code: 0, output: 'acme production SUSPENDED\nacme sandbox SUSPENDED\n' },
    });
    await expect.poll(() => write(production, 'cust-2'), soon).toBe(403);
    await expect.poll(() => write(sandbox, 'cust-2'), soon).toBe(403);
    expect([await read(production), await read(sandbox)]).toEqual([200, 200]);
    expect((await run('suspend', 'acme')).code).toBe(0);

    expect((await run('resume', 'acme')).output).toBe('acme production ACTIVE\nacme sandbox ACTIVE\n');
    await expect.poll(() => write(production, 'cust-3'), soon).toBe(201);
    const { data } = await production.must.get('/ext/v1/audit_log?entity_type=ORGANIZATION');
    const moves = data.map(({ actor }: { actor: { id: string } }) => actor.id);
    expect(moves.filter((id: string) => id.startsWith('operator.'))).toEqual([
      ...['operator.resume', 'operator.suspend'],
    ]);

    expect((await run('close', 'acme')).output).toBe('acme production CLOSED\nacme sandbox CLOSED\n');
    await expect.poll(() => read(production), soon).toBe(401);
    await expect.poll(() => read(sandbox), soon).toBe(401);
    expect(await run('resume', 'acme')).toEqual({
      ...{
        code: 1,
        output:
          'organization acme is CLOSED; resume requires the status SUSPENDED and changes it to ACTIVE\n',
      },
    });
    expect(await read(service.production)).toBe(200);
  });

  it('makes no organization whose keys cannot be kept', async () => {
    await mkdir(join(dataDir, 'credentials-kept.json'));
    expect((await run('create', 'kept')).code).toBe(1);
    expect((await run('list')).output).not.toContain('kept');
    await rm(join(dataDir, 'credentials-kept.json'), { recursive: true });
    expect((await run('create', 'kept')).code).toBe(0);
  });

  it('allows e-mail domains of identity providers, and forbids them', async () => {
    const { production } = await service.createOrganization('with-domains');
    const said = (domains: string) => ({
      code: 0,
      output: `with-domains may log in people of: ${domains}\n`,
    });
    expect(await run('allow-domain', 'with-domains', 'Acme.Example')).toEqual(said('acme.example'));
    expect(await run('allow-domain', 'with-domains', 'b.example')).toEqual(said('acme.example, b.example'));
    const read = async () => (await production.must.get('/ext/v1/identity_provider')).allowedEmailDomains;
    expect(await read()).toEqual(['acme.example', 'b.example']);
    expect(await run('forbid-domain', 'with-domains', 'acme.example')).toEqual(said('b.example'));
    expect(await run('forbid-domain', 'with-domains', 'b.example')).toEqual(said('no domain'));
    expect(await read()).toEqual([]);
    const { data } = await production.must.get('/ext/v1/audit_log?entity_type=EMAIL_DOMAIN');
    expect(data[0].actor).toEqual({ type: 'SYSTEM', id: 'operator.email-domain' });
    for (const args of [['with-domains', 'no domain'], ['nobody', 'acme.example'], ['with-domains']])
      expect((await run('allow-domain', ...args)).code).toBe(1);
  });

  it('ends with 1 and a sentence for what cannot be', async () => {
    expect((await run('list')).output).toMatch(/^default production ACTIVE\ndefault sandbox ACTIVE\n/);
    const usage = /^npm run organization -- list \| create ID/;
    const rejected: [args: string[], sentence: RegExp][] = [
      [[], usage],
      [['suspend'], usage],
      [['remove', 'default'], usage],
      [['suspend', 'nobody'], /^organization nobody not found$/m],
      [['create', 'default'], /^organization default already exists$/m],
      [['create', 'a b'], /^a b: an id must have 1 to 50 letters/],
    ];
    for (const [args, sentence] of rejected) {
      const { code, output } = await run(...args);
      expect([args.join(' '), code]).toEqual([args.join(' '), 1]);
      expect(output).toMatch(sentence);
    }
    // It is already what it is moved to.
    expect((await run('resume', 'default')).code).toBe(0);
  });
});
