import { describe, expect, it } from 'vitest';
import { useHeldDeployment } from '#test/hold-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService({}, { own: 'has to have the first organization' });
const PATH = '/ext/v1/system/outgoing';
const deployment = useHeldDeployment(service);

const discard = (...kinds: string[]) => deployment.operator.production.post(`${PATH}/discard`, { kinds });

describe('POST /ext/v1/system/outgoing/discard', () => {
  it('200 with the number of messages, and an entry in the audit log', async () => {
    const { status, body } = await discard('WEBHOOKS');
    expect([status, body.pieces, body.outgoing.isHeld]).toEqual([200, 0, true]);
    const { data } = await service.production.must.get('/ext/v1/audit_log?entity_type=OUTGOING_DECISION');
    expect(data).toMatchObject([
      {
        ...{ operationId: 'discardOutgoing', actor: { name: 'Olga Operator' } },
        after: { decision: 'DISCARDED', kinds: ['WEBHOOKS'], pieces: 0 },
      },
    ]);
  });

  it('400 for charges, for which payments wait', async () => {
    expect((await discard('CHARGES')).status).toBe(400);
  });

  it('409 for a kind that is not held', async () => {
    await deployment.operator.production.must.post(`${PATH}/release`, { kinds: ['MAIL'] });
    const { status, headers } = await discard('WEBHOOKS', 'MAIL');
    expect([status, headers['error-code']]).toEqual([409, 'OUTGOING_NOT_HELD']);
  });
});
