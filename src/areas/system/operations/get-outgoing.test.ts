import { describe, expect, it } from 'vitest';
import { forgetHolds, useHeldDeployment } from '#test/hold-scenario.ts';
import { addPerson } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService({}, { own: 'has to have the first organization' });
const PATH = '/ext/v1/system/outgoing';
const deployment = useHeldDeployment(service);

describe('GET /ext/v1/system/outgoing', () => {
  it('200 with each kind, and whether it is held', async () => {
    const held = await deployment.operator.production.must.get(PATH);
    expect(held).toMatchObject({ isHeld: true, pending: [], charges: [] });
    expect(held.kinds).toHaveLength(3);
    await forgetHolds(service);
    const { isHeld, kinds } = await deployment.operator.production.must.get(PATH);
    expect([isHeld, kinds[0]]).toEqual([
      false,
      { kind: 'MAIL', isHeld: false, waiting: 0, waitingSinceBefore: 0 },
    ]);
  });

  it('403 for other roles, other organizations and programs, as for the decisions', async () => {
    await service.createOrganization('strangers');
    const finance = await addPerson(service, { role: 'FINANCE' });
    const stranger = await addPerson(service, { organization: 'strangers' });
    const body = { kinds: ['MAIL'] };
    for (const who of [finance.production, stranger.production, service.production]) {
      const replies = [
        await who.get(PATH),
        await who.post(`${PATH}/release`, body),
        await who.post(`${PATH}/discard`, body),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect((await deployment.operator.production.must.get(PATH)).isHeld).toBe(true);
  });
});
