import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, type Office, openOffice, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { addPerson } from '#test/people.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
beforeAll(async () => {
  office = await openOffice(service, 'deleting');
  await setPolicy(office, [{ kind: 'DELETION' }]);
});
const ann = (): Client => office.ann.sandbox;
const decide = (reply: Reply) => office.bob.sandbox.must.post(`/ext/v1/approvals/${idOf(reply)}/approve`);

interface Way {
  send(): Promise<Reply>;
  /** Whether it is still there. */
  read(): Promise<boolean>;
}
const isListed = async (path: string, id: string) =>
  (await ann().must.get(path)).data.some((each: Reply['body']) => each.id === id);

const WAYS: Record<string, () => Promise<Way>> = {
  'a customer': async () => {
    await openAccount(ann(), 'leaver');
    const read = async () => (await ann().must.get('/customers/customer-leaver')).status === 'ACTIVE';
    return { send: () => ann().delete('/customers/customer-leaver'), read };
  },
  'the data of a customer': async () => {
    await openAccount(office.program, 'erased');
    await decide(await ann().delete('/customers/customer-erased'));
    const path = '/customers/customer-erased';
    const read = async () => (await ann().must.get(path)).name === 'Customer erased';
    return { send: () => ann().post(`/ext/v1${path}/erase`), read };
  },
  'a webhook': async () => {
    const { id } = await ann().must.post('/ext/v1/webhooks', { url: 'https://a.example/', types: ['*'] });
    return {
      send: () => ann().delete(`/ext/v1/webhooks/${id}`),
      read: () => isListed('/ext/v1/webhooks', id),
    };
  },
  'an API key': async () => {
    const body = { name: 'Old', scopes: ['org:read'] };
    const { id } = await ann().must.post('/ext/v1/api_keys', body);
    return {
      send: () => ann().delete(`/ext/v1/api_keys/${id}`),
      read: () => isListed('/ext/v1/api_keys', id),
    };
  },
  'a member': async () => {
    const of = { organization: 'deleting', environment: 'sandbox' } as const;
    const { id } = await addPerson(service, { ...of, role: 'SUPPORT' });
    return { send: () => ann().delete(`/ext/v1/users/${id}`), read: () => isListed('/ext/v1/users', id) };
  },
};

describe.each(Object.entries(WAYS))('%s', (_, make) => {
  it('is there until a second person has approved', async () => {
    const { send, read } = await make();
    const reply = await send();
    expect(outcomeOf(reply), reply.text).toBe('409 APPROVAL_REQUIRED');
    expect(await read()).toBe(true);
    expect(await decide(reply)).toMatchObject({
      status: 'APPROVED',
      responseStatus: 200,
      kinds: ['DELETION'],
    });
    expect(await read()).toBe(false);
  });
});

it('of a customer that is not archived any more is STALE', async () => {
  await openAccount(office.program, 'back');
  const path = '/customers/customer-back';
  await decide(await ann().delete(path));
  const reply = await ann().post(`/ext/v1${path}/erase`);
  await office.program.must.post(`/ext/v1${path}/unarchive`);
  const approved = await office.bob.sandbox.post(`/ext/v1/approvals/${idOf(reply)}/approve`);
  expect(outcomeOf(approved)).toBe('409 APPROVAL_STALE');
  const { status, failure } = await ann().must.get(`/ext/v1/approvals/${idOf(reply)}`);
  expect([status, failure.code]).toEqual(['STALE', 'CUSTOMER_NOT_ERASABLE']);
});

it('of a leaked key need not be waited for: it can be deactivated at once', async () => {
  const { id } = await ann().must.post('/ext/v1/api_keys', { name: 'Leaked', scopes: ['org:read'] });
  expect((await ann().patch(`/ext/v1/api_keys/${id}`, { status: 'INACTIVE' })).status).toBe(200);
});

it('of the whole sandbox waits, and takes the approvals with it, but not the policy', async () => {
  const reply = await ann().post('/ext/v1/sandbox/wipe', { organizationId: 'deleting' });
  expect(outcomeOf(reply)).toBe('409 APPROVAL_REQUIRED');
  expect((await ann().must.get('/customers')).data.length).toBeGreaterThan(0);
  expect(await decide(reply)).toMatchObject({ status: 'APPROVED', responseStatus: 200 });
  expect((await ann().must.get('/customers')).data).toEqual([]);
  expect((await ann().must.get('/ext/v1/approvals')).data).toEqual([]);
  expect((await ann().must.get('/ext/v1/approval_policy')).rules).toHaveLength(1);
  const { data } = await ann().must.get('/ext/v1/audit_log?operation_id=wipeSandbox');
  expect(data[0]).toMatchObject({ actor: { name: 'Ann Example' }, approver: { name: 'Bob Sample' } });
});
