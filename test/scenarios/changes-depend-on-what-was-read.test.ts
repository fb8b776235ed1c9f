import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSellerEntity } from '#test/examples/seller-entities.ts';
import { issueManual, openReader } from '#test/mail-scenario.ts';
import { addContact, enterPortal } from '#test/portal.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { type SecondProcess, startSecondProcess } from '#test/second-process.ts';

const service = useService();
let second: SecondProcess;
beforeAll(async () => {
  second = await startSecondProcess(service);
  return () => second.stop();
});

const PATH = '/ext/v1/organization';
const tagOf = async (path: string, of: Client = service.sandbox) => String((await of.get(path)).headers.etag);
const rejected = { status: 409, headers: { 'error-code': 'PRECONDITION_FAILED' } };
const customer = (name: string) => ({ id: name, name, primaryEmail: 'a@b.example', address: {} });
async function openCustomer(name: string): Promise<string> {
  await service.sandbox.must.post('/customers', customer(name));
  return `/customers/${name}`;
}
const nameAt = async (path: string) => (await service.sandbox.must.get(path)).name;
const change = (path: string, name: string, { tag, by = service.sandbox }: { tag: string; by?: Client }) =>
  by.patch(path, { name }, { 'if-match': tag });
const countOf = (replies: readonly Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

describe('a GET of one thing', () => {
  it('has a tag, which is the same until it changes, in every process', async () => {
    const path = await openCustomer('tagged');
    const tag = await tagOf(path);
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    expect(await tagOf(path)).toBe(tag);
    expect(await tagOf(path, second.as(service.sandbox))).toBe(tag);
    await service.sandbox.must.patch(path, { name: 'Other' });
    expect(await tagOf(path)).not.toBe(tag);
  });

  it('304 without a body while the reader has it, and a list has no tag', async () => {
    const path = await openCustomer('known');
    const tag = await tagOf(path);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, text, headers } = await service.sandbox.get(path, { 'if-none-match': known });
      expect([status, text, headers.etag], known).toEqual([304, '', tag]);
    }
    expect((await service.sandbox.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    await service.sandbox.must.patch(path, { name: 'Other' });
    expect((await service.sandbox.get(path, { 'if-none-match': tag })).status).toBe(200);
    expect((await service.sandbox.get('/customers')).headers).not.toHaveProperty('etag');
  });
});

it('an invoice has one tag under links that end', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-02T00:00:00Z');
  const { id, pdfUrl } = await issueManual(sandbox, await openReader(sandbox));
  const tag = await tagOf(`/invoices/${id}`);
  await wait(1100);
  const again = await sandbox.get(`/invoices/${id}`);
  expect(again.body.pdfUrl).not.toBe(pdfUrl);
  expect(again.headers.etag).toBe(tag);
});

describe('a change with If-Match', () => {
  it('is made while the thing is as it was read, and else rejected', async () => {
    const path = await openCustomer('once');
    const tag = await tagOf(path);
    expect((await change(path, 'First', { tag })).status).toBe(200);
    expect(await change(path, 'Second', { tag })).toMatchObject(rejected);
    expect(await change(path, 'Second', { tag: `W/${await tagOf(path)}` })).toMatchObject(rejected);
    expect(await nameAt(path)).toBe('First');
    expect((await change(path, 'Third', { tag: `"other", ${await tagOf(path)}` })).status).toBe(200);
    expect((await change(path, 'Fourth', { tag: '*' })).status).toBe(200);
  });

  it('comes before what the operation says of the thing, and a thing that is not there is 404', async () => {
    const { sandbox } = service;
    const path = await openCustomer('closed');
    const tag = await tagOf(path);
    await sandbox.must.delete(path);
    expect(await change(path, 'Late', { tag })).toMatchObject(rejected);
    expect((await change('/customers/nobody', 'None', { tag })).status).toBe(404);
  });

  it('holds for DELETE, also of a thing that is gone with it', async () => {
    const { sandbox } = service;
    await makeSellerEntity(sandbox);
    const path = `/ext/v1/organization/seller_entities/${await makeSellerEntity(sandbox)}`;
    const tag = await tagOf(path);
    await sandbox.must.patch(path, { name: 'Renamed' });
    expect(await sandbox.delete(path, { 'if-match': tag })).toMatchObject(rejected);
    const fresh = await tagOf(path);
    expect((await sandbox.delete(path, { 'if-match': fresh })).status).toBe(200);
    expect((await sandbox.delete(path, { 'if-match': fresh })).status).toBe(404);
  });

  it('is answered as before under its Idempotency-Key', async () => {
    const path = await openCustomer('repeated');
    const headers = { 'if-match': await tagOf(path), 'idempotency-key': 'once' };
    const send = () => service.sandbox.patch(path, { name: 'Kept' }, headers);
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(again.text).toBe(first.text);
  });

  it.each([
    ['PATCH', '/customers/tagged', 'unquoted', /If-Match: must be \*, or entity tags/],
    [
      'PUT',
      '/ext/v1/clock',
      '"a"',
      /If-Match: is not supported, because this path has no GET that returns an ETag/,
    ],
    ['DELETE', '/ext/v1/portal/tokens/x', '"a"', /has no GET/],
  ])('400 for %s %s with %s', async (method, path, tag, message) => {
    const send = { PATCH: service.sandbox.patch, PUT: service.sandbox.put, DELETE: service.sandbox.delete };
    const headers = { 'if-match': tag };
    const reply =
      method === 'DELETE'
        ? await send.DELETE(path, headers)
        : await send[method as 'PUT' | 'PATCH'](
            path,
            method === 'PUT' ? { now: '2030-01-01T00:00:00Z' } : { name: 'a' },
            headers,
          );
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });
});

describe('of many at one instant', () => {
  it('with one tag, in two processes, exactly one is made', async () => {
    for (let round = 0; round < 5; round++) {
      const path = await openCustomer(`raced-${round}`);
      const tag = await tagOf(path);
      const other = second.as(service.sandbox);
      const replies = await Promise.all(
        Array.from({ length: 16 }, (_, i) =>
          change(path, `writer ${i}`, { tag, by: i % 2 ? other : service.sandbox }),
        ),
      );
      expect([countOf(replies, 200), countOf(replies, 409)]).toEqual([1, 15]);
      const winner = replies.findIndex(({ status }) => status === 200);
      expect(await nameAt(path)).toBe(`writer ${winner}`);
    }
  });

  it('of a portal too', async () => {
    const { sandbox } = service;
    const account = { id: 'portal-account', name: 'Portal', invoiceCurrency: 'USD' };
    await sandbox.must.post('/customers', { ...customer('portal'), account });
    const email = 'ann@portal.example';
    await addContact(sandbox, { customer: 'portal', email, access: { allAccounts: true, mode: 'WRITE' } });
    const portal = await enterPortal(service, { caller: sandbox, organization: 'default', email });
    const path = '/accounts/portal-account';
    const tag = await tagOf(path, portal);
    const send = (i: number) => portal.patch(path, { primaryEmail: `p${i}@b.example` }, { 'if-match': tag });
    const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => send(i)));
    expect([countOf(replies, 200), countOf(replies, 409)]).toEqual([1, 7]);
  });

  it('none is made on what somebody without a tag has changed meanwhile', async () => {
    let made = 0;
    for (let round = 0; round < 40; round++) {
      const path = await openCustomer(`mixed-${round}`);
      const tag = await tagOf(path);
      const [blind, careful] = await Promise.all([
        wait(round % 10).then(() => service.sandbox.patch(path, { primaryEmail: `late-${round}@b.example` })),
        change(path, 'careful', { tag, by: second.as(service.sandbox) }),
      ]);
      expect(blind.status).toBe(200);
      made += careful.status === 200 ? 1 : 0;
      // It was first, so it has answered with the thing as it was read, but for what it changed.
      if (careful.status === 200) expect(careful.body.primaryEmail).toBe('a@b.example');
      else expect(careful).toMatchObject(rejected);
    }
    expect(made).toBeGreaterThan(0);
  });

  it('the organization itself too', async () => {
    const tag = await tagOf(PATH);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => change(PATH, `House ${i}`, { tag })),
    );
    expect([countOf(replies, 200), countOf(replies, 409)]).toEqual([1, 11]);
  });
});
