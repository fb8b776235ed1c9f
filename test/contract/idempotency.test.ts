import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { deleteOldIdempotencyKeys } from '#platform/db/idempotency.ts';
import { client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let made = 0;
const uniqueName = () => `Add-on ${++made}`;
const key = (value: string) => ({ 'idempotency-key': value });
const create = (body: unknown, value: string) => service.production.post('/addons', body, key(value));
const outcome = ({ status, headers, text }: Reply) => ({ status, text, code: headers['error-code'] });
const isReplayed = (reply: Reply) => reply.headers['idempotency-replayed'] === 'true';
const countAddOns = async (search: string) =>
  (await service.production.must.get(`/addons?_search=${encodeURIComponent(`name:${search}`)}`)).data.length;

describe('a request with an Idempotency-Key', () => {
  it('is done once, and its response is replayed byte for byte', async () => {
    const body = { name: uniqueName(), type: 'LICENSE' };
    const first = await create(body, 'once');
    const second = await create(body, 'once');
    expect(outcome(second)).toEqual(outcome(first));
    expect([first.status, isReplayed(first), isReplayed(second)]).toEqual([200, false, true]);
    expect(await countAddOns(body.name)).toBe(1);
  });

  it('422 when the key comes back with another body, even one that means the same', async () => {
    const body = { name: uniqueName(), type: 'LICENSE' };
    await create(body, 'reused');
    for (const other of [{ ...body, name: uniqueName() }, `${JSON.stringify(body)} `]) {
      const reply = await create(other, 'reused');
      expect(outcome(reply)).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    }
  });

  it('is another request on another path, for another operation and for another credential', async () => {
    const [a, b] = [uniqueName(), uniqueName()];
    const { id } = (await create({ name: a, type: 'LICENSE' }, 'shared')).body;
    const renamed = await service.production.patch(`/addons/${id}`, { name: b }, key('shared'));
    expect([renamed.status, renamed.body.name, isReplayed(renamed)]).toEqual([200, b, false]);
    const { secret } = await service.production.must.post('/ext/v1/api_keys', {
      name: 'x',
      scopes: ['catalog:write'],
    });
    const other = client(service.app, '', secret);
    const created = await other.post('/addons', { name: a, type: 'LICENSE' }, key('shared'));
    expect([created.status, isReplayed(created)]).toEqual([200, false]);
    const elsewhere = await service.sandbox.post('/addons', { name: a, type: 'LICENSE' }, key('shared'));
    expect([elsewhere.status, isReplayed(elsewhere)]).toEqual([200, false]);
  });

  it('the same credential as a token or as a key is the same caller', async () => {
    const body = { name: uniqueName(), type: 'LICENSE' };
    const { token } = await service.production.must.post('/authenticate');
    await create(body, 'token');
    const again = await client(service.app, '', token).post('/addons', body, key('token'));
    expect([again.status, isReplayed(again)]).toEqual([200, true]);
  });

  it('an error response is replayed too, and leaves nothing but the key', async () => {
    const { id } = (await create({ name: uniqueName(), type: 'LICENSE' }, 'refused-1')).body;
    await service.production.must.delete(`/addons/${id}`);
    const body = JSON.stringify({ name: 'same' });
    const first = await service.production.patch(`/addons/${id}`, body, key('refused-2'));
    const second = await service.production.patch(`/addons/${id}`, body, key('refused-2'));
    expect(outcome(first)).toMatchObject({ status: 400, code: 'ADD_ON_ARCHIVED' });
    expect(outcome(second)).toEqual(outcome(first));
    expect([isReplayed(first), isReplayed(second)]).toEqual([false, true]);
  });

  it('404 is replayed, also when the resource exists by then', async () => {
    const missing = () => service.production.patch('/addons/nowhere', { name: 'x' }, key('missing'));
    const first = await missing();
    expect([first.status, isReplayed(first)]).toEqual([404, false]);
    expect(isReplayed(await missing())).toBe(true);
  });

  it.each([
    [
      '409',
      async () => {
        const body = { name: uniqueName(), type: 'LICENSE' };
        const { id } = (await create(body, 'taken-first')).body;
        const taken = () => create(body, 'taken');
        expect((await taken()).status).toBe(409);
        await service.production.must.delete(`/addons/${id}`);
        return taken;
      },
    ],
    [
      'a malformed body',
      async () => {
        const name = uniqueName();
        expect((await create('{"name":', 'malformed')).status).toBe(400);
        return () => create({ name, type: 'LICENSE' }, 'malformed');
      },
    ],
  ])('%s is not stored: the same key succeeds later', async (_, fail) => {
    const again = await fail();
    const reply = await again();
    expect([reply.status, isReplayed(reply)]).toEqual([200, false]);
  });

  it('a fault is not stored: the request can be repeated', async () => {
    const body = { name: uniqueName(), type: 'LICENSE' };
    const admin = new pg.Client({ connectionString: service.databaseUrl });
    await admin.connect();
    await admin.query('alter table add_ons rename column billable_name to gone');
    const failed = await create(body, 'fault');
    await admin.query('alter table add_ons rename column gone to billable_name');
    await admin.end();
    expect(failed.status).toBe(500);
    expect(failed.body.message).toMatch(/^internal error, request [0-9a-f-]{36}$/);
    const repeated = await create(body, 'fault');
    expect([repeated.status, isReplayed(repeated)]).toEqual([200, false]);
  });

  it('sent many times at once is done once: one 200, the others 409 in progress or the replay', async () => {
    const body = { name: uniqueName(), type: 'LICENSE' };
    const replies = await Promise.all(Array.from({ length: 12 }, () => create(body, 'at-once')));
    const fresh = replies.filter((reply) => reply.status === 200 && !isReplayed(reply));
    expect(fresh).toHaveLength(1);
    for (const reply of replies)
      if (reply.status !== 200)
        expect(outcome(reply)).toMatchObject({ status: 409, code: 'REQUEST_IN_PROGRESS' });
    expect(await countAddOns(body.name)).toBe(1);
    expect(isReplayed(await create(body, 'at-once'))).toBe(true);
  });

  it.each(['x'.repeat(256), 'two words', 'ü'.normalize('NFC'), '\t'])('400 for the key %j', async (value) => {
    const reply = await create({ name: uniqueName(), type: 'LICENSE' }, value);
    expect(reply.body.message).toBe('Idempotency-Key: must have 1 to 255 visible ASCII characters');
  });

  it('needs no key on reads, and ignores one', async () => {
    const replies = [
      await service.production.get('/addons', key('read')),
      await service.production.get('/addons', key('read')),
    ];
    expect(replies.map((reply) => [reply.status, isReplayed(reply)])).toEqual([
      [200, false],
      [200, false],
    ]);
  });
});

describe('stored responses', () => {
  it('are kept for a day and removed after it', async () => {
    const body = { name: uniqueName(), type: 'LICENSE' };
    await create(body, 'young');
    await create({ name: uniqueName(), type: 'LICENSE' }, 'old');
    const admin = new pg.Client({ connectionString: service.databaseUrl });
    await admin.connect();
    const age = (hours: number) =>
      admin.query(
        `update idempotency_keys set created_at = now() - interval '${hours} hours' where key = 'old'`,
      );
    const { rows } = await admin.query(`select org_id from idempotency_keys where key = 'old'`);
    const clean = () =>
      service.app.database.transaction({ orgId: rows[0].org_id, access: 'write' }, (tx) =>
        deleteOldIdempotencyKeys(tx, rows[0].org_id, 10),
      );
    await age(23);
    expect(await clean()).toBe(0);
    await age(25);
    expect(await clean()).toBe(1);
    await admin.end();
    expect(isReplayed(await create(body, 'young'))).toBe(true);
  });
});
