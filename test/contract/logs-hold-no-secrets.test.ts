import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { codeOf } from '#test/people.ts';
import { startService } from '../../tools/spawn-tallymark.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

it('at the loudest level, a log of keys, tokens, failures and links holds none of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-log-'));
  folders.push(folder);
  const service = await startService({ DATA_DIR: folder, DATABASE_URL: null, LOG_LEVEL: 'trace' });
  const printedBefore = service.output().length;
  const { apiKey, sandboxApiKey } = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
  const send = async (path: string, key: string, body?: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-api-key': key };
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(service.url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    return response.text();
  };
  const wrongKey = 'sk_live_WRONG-KEY-CANARY-0123456789';
  const made = JSON.parse(await send('/ext/v1/api_keys', apiKey, '{"name":"canary","scopes":["org:read"]}'));
  const { token } = JSON.parse(await send('/authenticate', apiKey, '{}'));
  await send('/addons', wrongKey);
  await send('/addons', sandboxApiKey);
  await send('/addons', token);
  await send('/ext/v1/api_keys', apiKey, '{"name":"BODY-CANARY\\u0000","scopes":["org:read"]}');
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address: {} };
  await send('/customers', apiKey, JSON.stringify(customer));
  const contact = { name: 'Ann', email: 'ann@example.com', loginAccess: true, access: { allAccounts: true } };
  const passwords = ['PASSWORD-CANARY', 'SHORT-CAN', 'REFUSED-CANARY'];
  for (const [password, members] of passwords.map((each, i) => [each, i === 2 ? { x: 1 } : {}] as const))
    await send('/customers/acme/contacts', apiKey, JSON.stringify({ ...contact, password, ...members }));
  const requested = JSON.stringify({ email: 'ann@example.com' });
  const ofContact = JSON.parse(await send('/organizations/default/token', apiKey, requested)).token;
  const delegate = JSON.stringify({ customerId: 'acme', allAccountsAccess: true });
  const ofDelegate = JSON.parse(await send('/portal/token', apiKey, delegate)).token;
  for (const portal of [ofContact, ofDelegate, `${ofContact}x`])
    for (const path of ['/accounts', '/addons', '/authenticate']) await send(path, portal);
  await send('/authenticate', ofContact, '{}');
  await send('/f/file.x?o=1&e=9999999999&s=SIGNATURE-CANARY', apiKey);
  await service.stop();
  const log = service.output().slice(printedBefore);
  expect(log.split('\n').filter((line) => line.includes('"request"')).length).toBeGreaterThan(5);
  // Who acted stands there all the same.
  expect(log).toMatch(
    /"operation":"listAccounts","status":200.*"credential":"[0-9a-f-]{36}","customer":"acme"/,
  );
  for (const secret of [
    apiKey,
    sandboxApiKey,
    made.secret,
    token,
    wrongKey,
    ...passwords,
    ...[ofContact, ofDelegate],
    // The signature alone makes a token of what anybody can write.
    ...[token, ofContact, ofDelegate].map((each) => each.split('.')[2]),
    '$argon2id',
    'BODY-CANARY',
    'SIGNATURE-CANARY',
  ])
    expect(log).not.toContain(secret);
});

it('nor does it hold those of people: cookies, passwords, codes and links', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-log-'));
  folders.push(folder);
  const settings = { DATA_DIR: folder, DATABASE_URL: null, LOG_LEVEL: 'trace', SETUP_LINK: 'always' };
  const service = await startService(settings);
  const link = /Set up the console: (\S+)\/console\/setup#token=(\S+) /;
  while (!link.test(service.output())) await setTimeout(20);
  const [line = '', home = '', token = ''] = link.exec(service.output()) ?? [];
  expect(home.replace('localhost', '127.0.0.1')).toBe(service.url);
  const secrets = [token];
  let cookie = '';
  const send = async (path: string, body: object) => {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'tallymark-session': '1', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    });
    const [set = ''] = response.headers.getSetCookie();
    if (set) cookie = set.split(';')[0] ?? '';
    if (set) secrets.push(cookie.split('=')[1] ?? '');
    return (await response.json()) as { secret: string; recoveryCodes: string[] };
  };
  const [email, password] = ['ann@acme.example', 'a password of a canary 71'];
  await send('/ext/v1/setup', { token, email, name: 'Ann', password });
  const { secret } = await send('/ext/v1/user/totp', { currentPassword: password });
  const { recoveryCodes } = await send('/ext/v1/user/totp/confirm', { code: codeOf(secret) });
  await send('/ext/v1/invitations', { email: 'bob@acme.example', role: 'ANALYST' });
  await send('/ext/v1/sessions', { email, password, code: recoveryCodes[0] });
  await send('/ext/v1/sessions', { email, password: 'a wrong canary 72', code: '123456' });
  await send('/ext/v1/password_resets', { email });
  await service.stop();
  const log = service.output().replace(line, '');
  expect(log).toContain('"operation":"confirmTotp","status":200');
  expect(secrets.length).toBeGreaterThan(3);
  for (const each of [...secrets, password, 'a wrong canary 72', secret, ...recoveryCodes, '#token='])
    expect(log).not.toContain(each);
});
