import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#app';
import { sendExample } from '#test/every-operation.ts';
import { buildWorld } from '#test/example-world.ts';
import { type Service, useService } from '#test/running-app.ts';
import { tablesWith } from '#test/text-in-tables.ts';
import { LOCAL_TARGETS } from '#test/webhook-receiver.ts';

/** Every request says that it calls this host, as whoever wants links of others to lead there would. */
const LURE = 'lure.example';
const PUBLIC_URL = 'https://example.com/billing';
const operations = areas.flatMap((area) => area.operations);
/** What these take away could not be searched afterwards. */
const ERASING = new Set(['wipeSandbox', 'eraseCustomer', 'eraseContact']);
/** What ends things comes after what needs them. */
const ENDS = /^(?:unarchive|archive|deactivate|activate|delete|remove|discard|void|disable)/;
const called = operations
  .filter(({ id, stream, handleAnonymous }) => !stream && !handleAnonymous && !ERASING.has(id))
  .sort((a, b) => Number(ENDS.test(a.id)) - Number(ENDS.test(b.id)));

/** Calls everything that there is, and returns what was answered: headers and bodies. */
async function callEverything(service: Service): Promise<string[]> {
  const { server } = service.app;
  const { inject } = server;
  const reach = inject.bind(server) as (sent: object) => unknown;
  const lured = (sent: { headers?: object }) => reach({ ...sent, headers: { ...sent.headers, host: LURE } });
  server.inject = lured as typeof inject;
  try {
    return await callEach(service);
  } finally {
    // Other files share this application.
    server.inject = inject;
  }
}

async function callEach(service: Service): Promise<string[]> {
  let worlds = 0;
  const anew = () => buildWorld(service, `caller-${++worlds}`);
  let world = await anew();
  const responses: string[] = [];
  for (const operation of called) {
    const call = () => sendExample(operation, world).catch(() => null);
    let reply = await call();
    // Another one has changed what it needs.
    if (reply === null || reply.status >= 400) {
      world = await anew();
      reply = await call();
    }
    expect([operation.id, reply?.status]).toEqual([
      operation.id,
      expect.toBeOneOf([200, 201, 202, 204, 207, 302]),
    ]);
    responses.push(`${operation.id} ${JSON.stringify(reply?.headers)} ${reply?.text}`);
  }
  return responses;
}

const linksIn = (responses: readonly string[]) =>
  responses.join('\n').match(/[^\s"<>]*\/f\/file[^\s"<>]*/g) ?? [];

describe('without PUBLIC_URL', () => {
  const service = useService(LOCAL_TARGETS);
  let responses: string[] = [];
  beforeAll(async () => {
    responses = await callEverything(service);
  }, 300_000);

  it('links lead to where their caller called', () => {
    const links = linksIn(responses);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(link).toMatch(new RegExp(`^http://${LURE}/f/`));
  });

  it('nothing is kept of it: no mail, no webhook and no document says where somebody called', async () => {
    // Mails and answers were kept, or there would be nothing to find.
    expect(await tablesWith(service.databaseUrl, ['Set your password'])).toContain('mails');
    expect(await tablesWith(service.databaseUrl, [LURE])).toEqual([]);
  });
});

describe('with PUBLIC_URL', () => {
  const service = useService({ ...LOCAL_TARGETS, PUBLIC_URL: `${PUBLIC_URL}/` });
  let responses: string[] = [];
  beforeAll(async () => {
    responses = await callEverything(service);
  }, 300_000);

  it('every link begins with it, and no response has the host that was called', () => {
    const links = linksIn(responses);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(link).toMatch(/^https:\/\/example\.com\/billing\/f\//);
    for (const response of responses) expect(response).not.toContain(LURE);
  });

  it('successors of deprecated operations are below it', () => {
    const successors = responses.join('\n').match(/<[^<>]*>; rel=/g) ?? [];
    expect(successors.length).toBeGreaterThan(5);
    for (const each of successors) expect(each).toMatch(/^<https:\/\/example\.com\/billing\/sandbox\//);
  });

  it('nothing is kept of the host that was called', async () => {
    expect(await tablesWith(service.databaseUrl, [LURE])).toEqual([]);
  });

  it('the document, the first page and the pointers name it', async () => {
    const send = async (url: string, accept = '*/*') =>
      (await service.app.server.inject({ url, headers: { accept, 'x-forwarded-host': LURE } })).body;
    expect(JSON.parse(await send('/openapi.json')).servers.map(({ url }: { url: string }) => url)).toEqual([
      ...[PUBLIC_URL, `${PUBLIC_URL}/sandbox`],
    ]);
    expect(JSON.parse(await send('/sandbox/'))).toMatchObject({
      ...{ reference: `${PUBLIC_URL}/sandbox/docs`, sandbox: `${PUBLIC_URL}/sandbox/` },
    });
    const page = await send('/', 'text/html');
    expect(page).toContain(`href="${PUBLIC_URL}/docs"`);
    expect(page).toContain(`curl -X POST ${PUBLIC_URL}/sandbox/customers`);
    for (const link of page.match(/href="[^"]*"/g) ?? []) expect(link).toContain(PUBLIC_URL);
    expect(page).not.toContain(LURE);
  });
});
