import { describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('DELETE /v2/accounts/{account_id}/discard_schedules', () => {
  it('200, and what is live stays; 400 when there is no draft, 404 when there is no account', async () => {
    const client = service.sandbox;
    await client.setClock('2030-01-15T12:00:00Z');
    const fee = await sellFee(client, 'Base');
    const planId = await publishPlan(client, {
      name: 'Monthly',
      cards: [{ type: 'FIXED_FEE', billableId: fee }],
    });
    await openAccount(client, 'acme');
    await editTimeline(client, 'acme', [{ planId, from: '2030-02-01' }]);
    await client.must.post('/v2/accounts/acme/edit_schedules', {
      edits: [{ mode: 'DISASSOCIATE', effectiveFrom: '2030-02-01', effectiveUntil: '9999-01-01' }],
    });
    const { status, body } = await client.delete('/v2/accounts/acme/discard_schedules');
    expect([status, body]).toEqual([200, { success: true }]);
    expect((await client.must.get('/v2/accounts/acme/schedules?mode=ACTIVE')).data).toHaveLength(1);
    expect((await client.must.get('/v2/accounts/acme/schedules?mode=DRAFT')).data).toHaveLength(0);
    const again = await client.delete('/v2/accounts/acme/discard_schedules');
    expect([again.status, again.headers['error-code']]).toEqual([400, 'NO_DRAFT_SCHEDULES']);
    expect((await client.delete('/v2/accounts/nobody/discard_schedules')).status).toBe(404);
  });
});
