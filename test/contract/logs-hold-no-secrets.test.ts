import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
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
    const answer = await fetch(service.url + path, { method, headers, ...(body !== undefined && { body }) });
    return answer.text();
  };
  const wrongKey = 'sk_live_WRONG-KEY-CANARY-0123456789';
  const made = JSON.parse(await send('/ext/v1/api_keys', apiKey, '{"name":"canary","scopes":["org:read"]}'));
  const { token } = JSON.parse(await send('/authenticate', apiKey, '{}'));
  await send('/addons', wrongKey);
  await send('/addons', sandboxApiKey);
  await send('/addons', token);
  await send('/ext/v1/api_keys', apiKey, '{"name":"BODY-CANARY\\u0000","scopes":["org:read"]}');
  await send('/f/file.x?o=1&e=9999999999&s=SIGNATURE-CANARY', apiKey);
  await service.stop();
  const log = service.output().slice(printedBefore);
  expect(log.split('\n').filter((line) => line.includes('"request"')).length).toBeGreaterThan(5);
  for (const secret of [
    apiKey,
    sandboxApiKey,
    made.secret,
    token,
    wrongKey,
    'BODY-CANARY',
    'SIGNATURE-CANARY',
  ])
    expect(log).not.toContain(secret);
});
