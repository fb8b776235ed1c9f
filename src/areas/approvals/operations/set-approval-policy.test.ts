import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, type Office, openOffice, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/ext/v1/approval_policy';
let office: Office;
beforeAll(async () => {
  office = await openOffice(service, 'acme');
});
const set = (body: object, by = office.ann.sandbox) => by.put(PATH, body);
const limit = (currency: string, amount: number) => [{ currency, amount }];

describe('PUT /ext/v1/approval_policy', () => {
  it('200, in each environment for itself', async () => {
    const rules = [{ kind: 'REFUND', limits: limit('USD', 50) }, { kind: 'DELETION' }];
    const { status, body } = await set({ rules });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rules: [
        { kind: 'REFUND', limits: limit('USD', 50) },
        { kind: 'DELETION', limits: [] },
      ],
      ...{ exemptApiKeyIds: [], updatedBy: office.ann.id },
    });
    expect(await office.ann.production.must.get(PATH)).toMatchObject({ rules: [], exemptApiKeyIds: [] });
    await setPolicy(office, []);
  });

  it.each<[string, object[], object[], string]>([
    // the rules before and after                                                 what becomes of the change
    ['another rule', [], [{ kind: 'REFUND' }], '200'],
    [
      'a lower limit',
      [{ kind: 'REFUND', limits: limit('USD', 50) }],
      [{ kind: 'REFUND', limits: limit('USD', 49) }],
      '200',
    ],
    [
      'a currency without a limit, in which all refunds wait',
      [{ kind: 'REFUND', limits: limit('USD', 50) }],
      [{ kind: 'REFUND' }],
      '200',
    ],
    [
      'a limit where all waited',
      [{ kind: 'REFUND' }],
      [{ kind: 'REFUND', limits: limit('USD', 1) }],
      'waits',
    ],
    [
      'a higher limit',
      [{ kind: 'REFUND', limits: limit('USD', 50) }],
      [{ kind: 'REFUND', limits: limit('USD', 50.01) }],
      'waits',
    ],
    [
      'a limit in another currency',
      [{ kind: 'REFUND', limits: limit('USD', 50) }],
      [{ kind: 'REFUND', limits: [...limit('USD', 50), ...limit('JPY', 1)] }],
      'waits',
    ],
    ['a rule less', [{ kind: 'REFUND' }, { kind: 'DELETION' }], [{ kind: 'REFUND' }], 'waits'],
    ['none', [{ kind: 'DELETION' }], [], 'waits'],
  ])('%s: %j to %j', async (_, before, after, expected) => {
    await setPolicy(office, before as never);
    const reply = await set({ rules: after });
    expect(reply.status === 200 ? '200' : reply.headers['approval-id'] && 'waits').toBe(expected);
    if (reply.status !== 200) {
      expect((await office.ann.sandbox.must.get(PATH)).rules).toHaveLength(before.length);
      await office.bob.sandbox.must.post(`/ext/v1/approvals/${idOf(reply)}/approve`);
    }
    expect((await office.ann.sandbox.must.get(PATH)).rules).toHaveLength(after.length);
    await setPolicy(office, []);
  });

  it('409 for an exempt key, which would pass what had to wait', async () => {
    const { id } = await office.ann.sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'Program', scopes: ['invoices:write'] },
    });
    await setPolicy(office, [{ kind: 'REFUND' }]);
    const exempt = { rules: [{ kind: 'REFUND' }], exemptApiKeyIds: [id] };
    const reply = await set(exempt);
    expect(outcomeOf(reply)).toBe('409 APPROVAL_REQUIRED');
    const approved = await office.bob.sandbox.must.post(`/ext/v1/approvals/${idOf(reply)}/approve`);
    expect(approved.kinds).toEqual(['ACCESS']);
    expect(await office.ann.sandbox.must.get(PATH)).toMatchObject({ exemptApiKeyIds: [id] });
    await setPolicy(office, []);
  });

  it.each<[string, object, string]>([
    [
      'two rules of a kind',
      { rules: [{ kind: 'REFUND' }, { kind: 'REFUND' }] },
      'rules: must have at most one rule of each kind',
    ],
    [
      'an amount of a deletion',
      { rules: [{ kind: 'DELETION', limits: limit('USD', 1) }] },
      'rules[0].limits: must be absent for DELETION, which is about no amount',
    ],
    [
      'a currency twice',
      { rules: [{ kind: 'REFUND', limits: [...limit('USD', 1), ...limit('USD', 2)] }] },
      'rules[0].limits: must have each currency once',
    ],
    [
      'no currency',
      { rules: [{ kind: 'REFUND', limits: limit('XXA', 1) }] },
      'rules[0].limits[0].currency: must be an ISO 4217 code such as EUR',
    ],
    [
      'half a yen',
      { rules: [{ kind: 'REFUND', limits: limit('JPY', 1.5) }] },
      'rules[0].limits[0].amount: must have at most 0 decimal places in JPY',
    ],
    [
      'an unknown key',
      { rules: [], exemptApiKeyIds: ['key.none'] },
      'exemptApiKeyIds[0]: must be the id of an API key',
    ],
    [
      'ACCESS',
      { rules: [{ kind: 'ACCESS' }] },
      'rules[0].kind: must be one of FINALIZATION, REFUND, DELETION',
    ],
  ])('400 for %s', async (_, body, message) => {
    expect(await set(body)).toMatchObject({ status: 400, body: { message } });
  });

  it('400 while nobody else could approve, so that the organization does not lock itself out', async () => {
    await service.createOrganization('alone');
    const of = { organization: 'alone' };
    const eve = await addPerson(service, { ...of, name: 'Eve Alone' });
    const rules = [{ kind: 'REFUND' }];
    expect(await set({ rules }, eve.production)).toMatchObject({
      status: 400,
      body: {
        message:
          'the policy of approvals needs at least two users with the scopes approvals:write and ' +
          'invoices:write, and there would be only Eve Alone; give somebody else a role that has them first',
      },
    });
    // Approves refunds, but no changes of the policy.
    await addPerson(service, { ...of, role: 'FINANCE' });
    const { body } = await set({ rules }, eve.production);
    expect(body.message).toContain('approvals:write and org:write');
    await addPerson(service, of);
    expect((await set({ rules }, eve.production)).status).toBe(200);
  });

  it('403 for a user who is no administrator', async () => {
    const { sandbox } = await addPerson(service, { organization: 'acme', role: 'FINANCE' });
    expect(outcomeOf(await set({ rules: [] }, sandbox))).toBe('403 FORBIDDEN');
  });
});
