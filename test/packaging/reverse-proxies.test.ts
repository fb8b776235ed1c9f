import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { useDatabases, useStand } from '../faults/stand.ts';
import { KEYS, startTallymark, type TallymarkProcess } from '../faults/tallymark-process.ts';
import { isInstalled, PROXIES, startProxyProgram } from './proxy-programs.ts';

const makeDatabase = useDatabases();
const stand = useStand();

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Got {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

describe.each(PROXIES)('behind $name as it is shipped', (proxy) => {
  const isHere = isInstalled(proxy);
  const publicUrl = 'https://billing.example.com';
  let tallymark: TallymarkProcess;
  let program: Awaited<ReturnType<typeof startProxyProgram>>;
  let port = 0;
  beforeAll(async () => {
    if (!isHere) return;
    port = await freePort();
    const servicePort = await freePort();
    const settings = {
      ...{ PORT: String(servicePort), TRUST_PROXY: '127.0.0.1', PUBLIC_URL: publicUrl },
      ...{ RATE_LIMIT_UNAUTHENTICATED: '10/h' },
    };
    const { url: databaseUrl } = await makeDatabase();
    tallymark = await startTallymark({ dataDir: await stand.directory(), databaseUrl, settings });
    program = await startProxyProgram(proxy, { port, servicePort });
    for (let tries = 0; tries < 100; tries++) {
      if ((await send('/ready').catch(() => null))?.status === 200) return;
      await sleep(100);
    }
    throw new Error(`${proxy.name} does not serve:\n${program.output()}`);
  }, 120_000);
  beforeEach(({ skip }) => {
    if (!isHere) skip(`${proxy.name} is not installed on this machine`);
  });
  afterAll(async () => {
    await program?.stop();
    await tallymark?.kill();
  });

  /** Over TLS, with a certificate that nobody else trusts. */
  function open(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
    return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false };
      const sent = request({ ...options, servername: 'localhost', agent: false }, resolve);
      sent.once('error', reject);
      sent.setHeader('host', `localhost:${port}`);
      sent.end(body);
    });
  }

  async function send(path: string, sent?: Sent): Promise<Got> {
    const response = await open(path, sent);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  }

  const key = {
    authorization: `Bearer ${KEYS.BOOTSTRAP_SANDBOX_API_KEY}`,
    'content-type': 'application/json',
  };

  it('the API answers, with links of the public URL, and so do pages', async () => {
    expect(JSON.parse((await send('/')).text).ready).toBe(`${publicUrl}/ready`);
    expect((await send('/sandbox/accounts', { headers: key })).status).toBe(200);
    const page = await send('/', { headers: { accept: 'text/html' } });
    expect(page.text).toContain(`${publicUrl}/ready`);
  });

  it('figures for Prometheus stay inside', async () => {
    expect((await send('/metrics')).status).toBe(404);
  });

  it('a body over the limit is refused by the service, in its words', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(4_000_000) });
    const { headers, status, text } = await send('/sandbox/addons', { method: 'POST', headers: key, body });
    expect([status, headers['error-code'], headers['content-type']]).toEqual([
      413,
      'BODY_TOO_LARGE',
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(text).message).toBe('body: must be at most 1024 KiB');
  });

  it('a stream of events arrives as it happens', async () => {
    const response = await open('/sandbox/ext/v1/events/tail', {
      headers: { ...key, accept: 'text/event-stream' },
    });
    expect(response.statusCode).toBe(200);
    let heard = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
    const event = {
      ...{ id: 'e1', schemaName: 'unknown', accountId: 'nobody', timestamp: new Date().toISOString() },
      ...{ attributes: [], dimensions: {} },
    };
    const sent = await tallymark.call('POST', '/ingest', { event });
    expect(sent?.status).toBe(202);
    for (let tries = 0; !heard.includes('"e1"') && tries < 100; tries++) await sleep(50);
    response.destroy();
    expect(heard).toContain('"e1"');
  });

  it('a caller cannot hide behind addresses that it invents', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}` };
      statuses.push((await send('/sandbox/accounts', { headers })).status);
    }
    expect([...new Set(statuses)]).toEqual([401, 429]);
    // Calls with a valid credential are still served.
    expect((await send('/sandbox/accounts', { headers: key })).status).toBe(200);
  });
});
