import { describe, expect, it } from 'vitest';
import { useHeldDeployment } from '#test/hold-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService({}, { own: 'has to have the first organization' });
const PATH = '/ext/v1/system/outgoing';
const deployment = useHeldDeployment(service);

const entries = async () =>
  (await service.production.must.get('/ext/v1/audit_log?entity_type=OUTGOING_DECISION')).data;

describe('POST /ext/v1/system/outgoing/release', () => {
  it('200 with what is left, and an entry with the name of the person, once', async () => {
    const released = await deployment.operator.production.must.post(`${PATH}/release`, {
      kinds: ['MAIL', 'CHARGES'],
    });
    expect(released.kinds.map(({ isHeld }: { isHeld: boolean }) => isHeld)).toEqual([false, true, false]);
    expect(released.kinds[0]).toMatchObject({ releasedBy: 'Olga Operator', releasedAt: expect.any(String) });
    await deployment.operator.production.must.post(`${PATH}/release`, { kinds: ['MAIL'] });
    expect(await entries()).toMatchObject([
      {
        ...{ action: 'CREATED', operationId: 'releaseOutgoing' },
        actor: { type: 'USER', id: deployment.operator.id, name: 'Olga Operator' },
        after: { decision: 'RELEASED', kinds: ['MAIL', 'CHARGES'] },
      },
    ]);
  });

  it('400 for no kind, another one, or one twice', async () => {
    for (const kinds of [[], ['FAX'], ['MAIL', 'MAIL', 'MAIL', 'MAIL']])
      expect((await deployment.operator.production.post(`${PATH}/release`, { kinds })).status).toBe(400);
  });
});
