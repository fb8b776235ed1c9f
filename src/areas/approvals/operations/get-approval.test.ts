import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf, idOf, type Office, openOffice, outcomeOf, setPolicy } from '#test/approval-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let office: Office;
beforeAll(async () => {
  office = await openOffice(service, 'acme');
  await setPolicy(office, [{ kind: 'FINALIZATION' }]);
});

describe('GET /ext/v1/approvals/{approval_id}', () => {
  it('200 with the request as it was sent, and what it would do', async () => {
    await openAccount(office.ann.sandbox, 'a');
    const body = draftOf('a', { value: 12.3, status: 'DUE' });
    const id = idOf(await office.ann.sandbox.post('/invoices', body));
    const approval = await office.bob.sandbox.must.get(`/ext/v1/approvals/${id}`);
    expect(JSON.parse(approval.requestBody)).toEqual(body);
    expect(approval).toMatchObject({
      ...{ status: 'PENDING', operationId: 'createCustomInvoice', effectCount: 1 },
      // The invoice does not exist yet.
      effects: [
        {
          ...{ kind: 'FINALIZATION', action: 'ISSUE_INVOICE', accountId: 'a' },
          ...{ amount: 12.3, currency: 'USD' },
        },
      ],
      totals: [{ kind: 'FINALIZATION', count: 1, amount: 12.3, currency: 'USD' }],
      ...{ createdAt: '2030-03-01T00:00:00.000Z', expiresAt: '2030-03-08T00:00:00.000Z' },
    });
    expect(approval.effects[0]).not.toHaveProperty('subjectId');
    expect(approval).not.toHaveProperty('response');
  });

  it('404 for an unknown id, and for one of production', async () => {
    expect(outcomeOf(await office.ann.sandbox.get('/ext/v1/approvals/apr.none'))).toBe(
      '404 APPROVAL_NOT_FOUND',
    );
  });
});
