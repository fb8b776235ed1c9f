import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { creditsOf, entriesOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { grantCredits } from '#test/granted-credits.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let calls: string;
const voidEntry = (id: string) =>
  service.sandbox.post(`/accounts/a1/features/${calls}/entries/${encodeURIComponent(id)}/void`);

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  calls = await sellCalls(sandbox);
  await openAccount(sandbox, 'a1');
  const entry = { featureId: calls, granted: '10' };
  await grantCredits(service, [
    { ...entry, id: 'p#1$PURCHASE' },
    { ...entry, id: 'p#2$PURCHASE', until: '2030-01-20T00:00:00Z' },
    { ...entry, id: 'p#3$PURCHASE', until: '2030-01-09T00:00:00Z' },
    { ...entry, id: 's#4$OVERAGE', source: 'OVERAGE' },
  ]);
  await ingestCall(sandbox, 'call', { minutes: '4', at: '2030-01-10T00:00:00Z' }); // of the second
});

describe('POST /accounts/{account_id}/features/{feature_id}/entries/{entry_id}/void', () => {
  it('200: what is left is lost, what was used stays', async () => {
    expect(await creditsOf(service.sandbox, calls)).toBe('20 16 10 0');
    const { status, body } = await voidEntry('p#2$PURCHASE');
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await creditsOf(service.sandbox, calls)).toBe('10 10 10 0');
    expect(await entriesOf(service.sandbox, calls)).toContain('2$PURCHASE VOIDED 2030-01-01 2030-01-20 10 4');
  });

  it('200 for an expired one, and for overage: nothing more can be used of them', async () => {
    expect((await voidEntry('p#3$PURCHASE')).status).toBe(200);
    expect((await voidEntry('s#4$OVERAGE')).status).toBe(200);
    const reply = await ingestCall(service.sandbox, 'more', { minutes: '11', at: '2030-01-10T00:00:00Z' });
    expect(reply.status).toBe(400);
    const late = await ingestCall(service.sandbox, 'late', { minutes: '11', at: '2030-01-08T00:00:00Z' });
    expect(late.status).toBe(400);
  });

  it('400 for the second time', async () => {
    const { status, body, headers } = await voidEntry('p#2$PURCHASE');
    expect([status, headers['error-code']]).toEqual([400, 'FEATURE_CREDIT_ENTRY_VOIDED']);
    expect(body.message).toBe(
      'feature credit entry p#2$PURCHASE is voided, which cannot be undone; grant new credits instead',
    );
  });

  it('404 for an unknown entry', async () => {
    const { status, body } = await voidEntry('p#9$PURCHASE');
    expect([status, body]).toEqual([404, { message: 'feature credit entry p#9$PURCHASE not found' }]);
  });
});
