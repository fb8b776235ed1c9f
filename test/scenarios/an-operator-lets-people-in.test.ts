import { afterEach, describe, expect, it, vi } from 'vitest';
import { announceSetup } from '#platform/announce-ready.ts';
import { addPerson, addSecondFactor, logInAs, PASSWORD, sendAsPage } from '#test/people.ts';
import { runTool } from '#test/run-command.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const run = (...args: string[]) =>
  runTool('user', { args, env: { DATABASE_URL: service.databaseUrl, PORT: '4321' } });
const tokenIn = (output: string) => /#token=(\S+)/.exec(output)?.[1] ?? '';

describe('npm run user', () => {
  it('setup prints a link that makes an administrator, once', async () => {
    const { code, output } = await run('setup', 'default');
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^Good once, for 30 minutes:\n\S+\/console\/setup#token=live\.default\.[\w-]{43}\n$/,
      ),
    ]);
    expect(output).toContain('http://localhost:4321/console');
    const sent = { token: tokenIn(output), email: 'op@acme.example', name: 'Op', password: PASSWORD };
    expect((await sendAsPage(service, '/ext/v1/setup', sent)).body.role).toBe('ADMINISTRATOR');
    expect((await sendAsPage(service, '/ext/v1/setup', sent)).status).toBe(400);
  });

  it('reset prints a link for somebody who cannot log in', async () => {
    const { email } = await addPerson(service);
    const { code, output } = await run('reset', email.toUpperCase());
    const password = 'nine grey kestrels 72';
    const sent = { token: tokenIn(output), password };
    expect([code, (await sendAsPage(service, '/ext/v1/password_resets/confirm', sent)).status]).toEqual([
      0, 200,
    ]);
    expect((await logInAs(service, { email, password })).status).toBe(201);
  });

  it('remove-second-factor lets somebody in who has lost it, with a new login', async () => {
    const person = await addPerson(service);
    await addSecondFactor(person);
    expect((await logInAs(service, { email: person.email })).status).toBe(401);
    expect((await run('remove-second-factor', person.email)).code).toBe(0);
    expect((await logInAs(service, { email: person.email })).status).toBe(201);
  });

  it.each([
    [[], 'npm run user -- setup ORGANIZATION | reset EMAIL | remove-second-factor EMAIL\n'],
    [['setup', 'nobody'], 'there is no active organization nobody\n'],
    [['reset', 'nobody@acme.example'], 'there is no user nobody@acme.example\n'],
    [['remove-second-factor', 'nobody@acme.example'], 'there is no user nobody@acme.example\n'],
  ])('fails with a sentence for %j', async (args, output) => {
    expect(await run(...args)).toEqual({ code: 1, output });
  });
});

describe('the link of a start', () => {
  const isTerminal = process.stdout.isTTY;
  afterEach(() => {
    process.stdout.isTTY = isTerminal;
  });

  it.each([
    // SETUP_LINK   a terminal   printed
    ['terminal', true, 1],
    ['terminal', false, 0],
    ['always', false, 1],
    ['never', true, 0],
  ] as const)('with SETUP_LINK=%s, terminal: %s: %d', async (setupLink, isTTY, times) => {
    process.stdout.isTTY = isTTY;
    const print = vi.fn();
    const listens = { host: '0.0.0.0', address: 'http://0.0.0.0:4000', publicUrl: null };
    await announceSetup({ createSetupToken: async () => 'TOKEN' }, { ...listens, setupLink, print });
    const line = 'Set up the console: http://localhost:4000/console/setup#token=TOKEN (once, for 30 minutes)';
    expect(print.mock.calls).toEqual(Array(times).fill([line]));
  });

  it('is printed no more as soon as there is a user', async () => {
    const print = vi.fn();
    const address = 'http://127.0.0.1:4000';
    const listens = { host: '127.0.0.1', address, publicUrl: 'https://billing.example' };
    const setup = { ...listens, setupLink: 'always', print } as const;
    await addPerson(service);
    await announceSetup(service.app, setup);
    expect(print).not.toHaveBeenCalled();
  });
});
