import { beforeAll, describe, expect, it } from 'vitest';
import {
  draftOf,
  idOf,
  issue,
  type Office,
  openOffice,
  openPaid,
  outcomeOf,
  setPolicy,
} from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { addPerson, type Person } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { type Client, client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
const RULES = [{ kind: 'REFUND' }, { kind: 'DELETION' }] as const;
let office: Office;
let carol: Person;
let count = 0;
beforeAll(async () => {
  office = await openOffice(service, 'once');
  carol = await addPerson(service, { organization: 'once', name: 'Carol Third' });
  await setPolicy(office, [...RULES]);
});

const approve = (id: string, by: Client = office.bob.sandbox) => by.post(`/ext/v1/approvals/${id}/approve`);
const get = (id: string) => office.bob.sandbox.must.get(`/ext/v1/approvals/${id}`);

interface Asked {
  reply: Reply;
  id: string;
  account: string;
  again(): Promise<Reply>;
}

/** A credit note of 40 on a new paid invoice of 100. */
async function ask(by: Client = office.ann.sandbox, headers: Record<string, string> = {}): Promise<Asked> {
  const account = `account-${++count}`;
  const { invoice } = await openPaid(office.program, account);
  const path = `/ext/v1/invoices/${invoice.id}/credit_notes`;
  const again = () => by.post(path, { reason: 'Outage', amount: 40 }, headers);
  const reply = await again();
  return { reply, id: idOf(reply), account, again };
}
const balanceOf = async (account: string) =>
  (await office.program.must.get(`/accounts/${account}/wallet`)).balance;

describe('at the same time', () => {
  it('of two approvers one executes it, and the other one is told', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, account } = await ask();
      const replies = await Promise.all([approve(id), approve(id, carol.sandbox)]);
      expect(replies.map(outcomeOf).sort()).toEqual(['200', '409 APPROVAL_DECIDED']);
      expect(await balanceOf(account)).toBe(40);
    }
    expect(await findMismatches(service, { organization: 'once' })).toEqual([]);
  });

  it('either the approval or the cancellation counts', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, account } = await ask();
      const cancel = office.ann.sandbox.post(`/ext/v1/approvals/${id}/cancel`);
      const replies = await Promise.all([approve(id), cancel]);
      expect(replies.map(outcomeOf).sort()).toEqual(['200', '409 APPROVAL_DECIDED']);
      const { status } = await get(id);
      expect([status, await balanceOf(account)]).toEqual(
        replies[0]?.status === 200 ? ['APPROVED', 40] : ['CANCELLED', 0],
      );
    }
  });
});

describe('a repeated request', () => {
  it('waits once under its Idempotency-Key, and then gets the response', async () => {
    const key = { 'idempotency-key': 'refund-1' };
    const { reply, id, account, again } = await ask(office.ann.sandbox, key);
    const repeated = await again();
    expect(repeated).toMatchObject({ status: 409, body: reply.body });
    expect([idOf(repeated), repeated.headers['idempotency-replayed']]).toEqual([id, 'true']);
    const { body } = await approve(id);
    const executed = await again();
    expect([executed.status, executed.text]).toEqual([201, body.response]);
    expect(executed.headers['idempotency-replayed']).toBe('true');
    expect(await balanceOf(account)).toBe(40);
    expect((await get(id)).status).toBe('APPROVED');
  });

  it('also when both arrive at the same time', async () => {
    const account = `account-${++count}`;
    const { invoice } = await openPaid(office.program, account);
    const send = () =>
      office.ann.sandbox.post(
        `/ext/v1/invoices/${invoice.id}/credit_notes`,
        { reason: 'Outage', amount: 40 },
        { 'idempotency-key': 'both' },
      );
    const replies = await Promise.all([send(), send(), send()]);
    const ids = replies.filter(({ headers }) => headers['approval-id']).map(idOf);
    expect(new Set(ids).size).toBe(1);
    const codes = replies.map(outcomeOf).filter((code) => code !== '409 APPROVAL_REQUIRED');
    expect(codes.filter((code) => code !== '409 REQUEST_IN_PROGRESS')).toEqual([]);
  });

  it('is told when it is rejected, and another key asks again', async () => {
    const { id, again } = await ask(office.ann.sandbox, { 'idempotency-key': 'refund-2' });
    await office.bob.sandbox.must.post(`/ext/v1/approvals/${id}/reject`, { comment: 'Too much' });
    const told = await again();
    expect(outcomeOf(told)).toBe('409 APPROVAL_NOT_GIVEN');
    expect(told.body.message).toBe(
      `nothing has changed: approval ${id} is REJECTED by Bob Sample: Too much; send a new request with ` +
        'another Idempotency-Key',
    );
  });

  it('of a deletion waits once without a key, and one of a refund each time', async () => {
    await openAccount(office.program, 'closing');
    const close = () => office.ann.sandbox.delete('/accounts/closing');
    expect(idOf(await close())).toBe(idOf(await close()));
    const { id, again } = await ask();
    expect(idOf(await again())).not.toBe(id);
  });

  it('is told how it ended after its key was forgotten', async () => {
    const { id, again } = await ask(office.ann.sandbox, { 'idempotency-key': 'forgotten' });
    const { orgId } = await orgOf();
    await service.app.database.transaction({ orgId, access: 'write' }, (tx) =>
      tx
        .deleteFrom('idempotencyKeys' as never)
        .where('orgId' as never, '=', orgId as never)
        .execute(),
    );
    expect(idOf(await again())).toBe(id);
    await approve(id);
    expect((await again()).status).toBe(201);
  });
});

async function orgOf(): Promise<{ orgId: number }> {
  const scope = { orgId: null, access: 'read', isDirectory: true } as const;
  return service.app.database.transaction(scope, async (tx) => {
    const query = tx.selectFrom('organizations').select('orgId').where('id', '=', 'once');
    return query.where('environment', '=', 'sandbox').executeTakeFirstOrThrow();
  });
}

describe('is STALE', () => {
  const stale = async (id: string, failure: object) => {
    expect(outcomeOf(await approve(id))).toBe('409 APPROVAL_STALE');
    expect(await get(id)).toMatchObject({ status: 'STALE', failure });
    expect(outcomeOf(await approve(id))).toBe('409 APPROVAL_DECIDED');
  };

  it('once the amount is another one', async () => {
    const account = `account-${++count}`;
    const { invoice } = await openPaid(office.program, account);
    const all = { reason: 'All of it' };
    const id = idOf(await office.ann.sandbox.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, all));
    const some = { reason: 'A part', amount: 30 };
    await setPolicy(office, []);
    await office.program.must.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, some);
    await setPolicy(office, [...RULES]);
    await stale(id, {
      code: 'EFFECTS_CHANGED',
      message: 'it was sent for a refund of 100.00 USD, and would be a refund of 70.00 USD now',
    });
    expect(await balanceOf(account)).toBe(30);
  });

  it('once the resource is no longer that of If-Match', async () => {
    await openAccount(office.program, 'tagged');
    const { id: invoiceId } = await issue(office.program, 'tagged', { status: 'DRAFT' });
    const path = `/invoices/${invoiceId}`;
    const { headers } = await office.ann.sandbox.get(path);
    const tag = { 'if-match': String(headers.etag) };
    const id = idOf(await office.ann.sandbox.delete(path, tag));
    const { lineItems } = draftOf('tagged', { value: 90 });
    await office.program.must.patch(path, { lineItems });
    await stale(id, { code: 'PRECONDITION_FAILED' });
    expect((await office.program.get(path)).status).toBe(200);
    const current = String((await office.ann.sandbox.get(path)).headers.etag);
    const next = idOf(await office.ann.sandbox.delete(path, { 'if-match': current }));
    expect((await approve(next)).body).toMatchObject({ status: 'APPROVED' });
  });

  it('once the one who asked has another role, or has left, or its key has ended', async () => {
    const of = { organization: 'once' };
    const [dan, eve] = [
      await addPerson(service, { ...of, name: 'Dan Demoted', role: 'FINANCE' }),
      await addPerson(service, { ...of, name: 'Eve Gone', role: 'FINANCE' }),
    ];
    const key = await office.ann.production.must.post('/ext/v1/api_keys', { name: 'x', role: 'FINANCE' });
    expect(key.secret).toMatch(/^sk_live/);
    const { secret, id: keyId } = await office.ann.sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'Nightly', role: 'FINANCE' },
    });
    const asked = [
      await ask(dan.sandbox),
      await ask(eve.sandbox),
      await ask(client(service.app, '/sandbox', secret)),
    ];
    await office.ann.production.must.patch(`/ext/v1/users/${dan.id}`, { role: 'ANALYST' });
    await office.ann.production.must.delete(`/ext/v1/users/${eve.id}`);
    await office.ann.sandbox.must.patch(`/ext/v1/api_keys/${keyId}`, { status: 'INACTIVE' });
    await forgetting();
    for (const [i, name] of ['Dan Demoted', 'Eve Gone', 'Nightly'].entries())
      await stale(asked[i]?.id ?? '', {
        code: 'REQUESTER_WITHOUT_RIGHTS',
        message: `${name}, who sent the request, no longer has the rights for it`,
      });
  });
});

describe('the policy', () => {
  it('of the moment at which it was sent counts', async () => {
    const { id, account } = await ask();
    await setPolicy(office, []);
    expect((await approve(id)).body).toMatchObject({ status: 'APPROVED' });
    expect(await balanceOf(account)).toBe(40);
    await setPolicy(office, [...RULES]);
  });

  it('of the sandbox says nothing about production', async () => {
    await openAccount(office.ann.production, 'live');
    expect((await office.ann.production.delete('/accounts/live')).status).toBe(200);
    expect((await office.ann.production.must.get('/ext/v1/approvals')).data).toEqual([]);
    const { id } = await ask();
    expect((await office.bob.production.get(`/ext/v1/approvals/${id}`)).status).toBe(404);
  });
});

it('is over after seven days of the clock of the organization', async () => {
  const { id, again } = await ask(office.ann.sandbox, { 'idempotency-key': 'late' });
  await office.program.setClock('2030-03-07T23:59:59Z');
  expect((await get(id)).status).toBe('PENDING');
  await office.program.setClock('2030-03-08T00:00:00Z');
  expect(await get(id)).toMatchObject({ status: 'EXPIRED', decidedAt: '2030-03-08T00:00:00.000Z' });
  expect(outcomeOf(await approve(id))).toBe('409 APPROVAL_DECIDED');
  expect(outcomeOf(await again())).toBe('409 APPROVAL_NOT_GIVEN');
});

describe.each([
  // the limit, just above it, and how it is said
  ['JPY', 1000, 1001, '1001 JPY'],
  ['BHD', 0.1, 0.101, '0.101 BHD'],
])('in %s', (currency, limit, above, said) => {
  it(`a refund of ${limit} passes, and one of ${said} waits`, async () => {
    const { ann, bob, program } = await openOffice(service, `in-${currency}`);
    await program.post('/ext/v1/organization/currencies', { currency, rate: 1 });
    await setPolicy({ ann, bob }, [{ kind: 'REFUND', limits: [{ currency, amount: limit }] }]);
    await openAccount(program, 'a', { invoiceCurrency: currency });
    const credit = (value: number) =>
      ann.sandbox.post('/invoices', draftOf('a', { value: -value, status: 'DUE' }));
    expect((await credit(limit)).status).toBe(201);
    const reply = await credit(above);
    expect(reply.body.message).toContain(`a refund of ${said} has to be approved`);
  });
});

describe('an API key', () => {
  it('of which nobody is known to hold the secret asks in vain, until a user rotates it', async () => {
    const account = `account-${++count}`;
    const { invoice } = await openPaid(office.program, account);
    const path = `/ext/v1/invoices/${invoice.id}/credit_notes`;
    const body = { reason: 'Outage', amount: 40 };
    expect(outcomeOf(await office.program.post(path, body))).toBe('403 APPROVAL_REQUESTER_UNKNOWN');
    const { data } = await office.ann.sandbox.must.get('/ext/v1/api_keys');
    const first = data.find(({ parentId, name }: Reply['body']) => !parentId && name !== 'Nightly');
    const { secret } = await office.ann.sandbox.must.post(`/ext/v1/api_keys/${first.id}/rotate`);
    const rotated = client(service.app, '/sandbox', secret);
    const id = idOf(await rotated.post(path, body));
    expect(outcomeOf(await approve(id, office.ann.sandbox))).toBe('403 APPROVER_IS_REQUESTER');
    expect((await approve(id)).status).toBe(200);
    Object.assign(office, { program: rotated });
  });

  it('that is exempt does not wait, and nobody gets to see a new secret of it', async () => {
    const { secret, id } = await office.ann.sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'Refunds of the shop', role: 'ADMINISTRATOR' },
    });
    await setPolicy(office, [...RULES], [id]);
    const shop = client(service.app, '/sandbox', secret);
    const account = `account-${++count}`;
    const { invoice } = await openPaid(office.program, account);
    const body = { reason: 'Outage', amount: 40 };
    expect((await shop.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, body)).status).toBe(201);
    const child = await shop.must.post('/ext/v1/api_keys', { name: 'Child', role: 'ADMINISTRATOR' });
    const waits = client(service.app, '/sandbox', child.secret);
    idOf(await waits.post(`/ext/v1/invoices/${invoice.id}/credit_notes`, body));
    // It loosens nothing alone, either.
    const loosened = await shop.put('/ext/v1/approval_policy', { rules: [], exemptApiKeyIds: [] });
    expect(outcomeOf(loosened)).toBe('409 APPROVAL_REQUIRED');
    const rotated = await office.bob.sandbox.post(`/ext/v1/api_keys/${id}/rotate`);
    expect(outcomeOf(rotated)).toBe('409 API_KEY_EXEMPT');
    const own = await shop.must.post(`/ext/v1/api_keys/${id}/rotate`);
    expect(own.secret).toMatch(/^sk_test/);
    await office.ann.sandbox.must.put('/ext/v1/approval_policy', { rules: RULES });
    expect((await office.bob.sandbox.post(`/ext/v1/api_keys/${id}/rotate`)).status).toBe(200);
  });
});
