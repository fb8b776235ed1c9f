import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetHolds, holdAll } from '#test/hold-scenario.ts';
import { addPerson, type Person } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService({}, { own: 'has to have the first organization' });
const PATH = '/ext/v1/system/outgoing';
let operator: Person;
beforeAll(async () => {
  operator = await addPerson(service, { name: 'Olga Operator' });
});
beforeEach(async () => {
  await forgetHolds(service);
  await holdAll(service);
});

const entries = async () =>
  (await service.production.must.get('/ext/v1/audit_log?entity_type=OUTGOING_DECISION')).data;

describe('POST /ext/v1/system/outgoing/release', () => {
  it('200 with what is left, and an entry with the name of the person, once', async () => {
    const released = await operator.production.must.post(`${PATH}/release`, { kinds: ['MAIL', 'CHARGES'] });
    expect(released.kinds.map(({ isHeld }: { isHeld: boolean }) => isHeld)).toEqual([false, true, false]);
    expect(released.kinds[0]).toMatchObject({ releasedBy: 'Olga Operator', releasedAt: expect.any(String) });
    await operator.production.must.post(`${PATH}/release`, { kinds: ['MAIL'] });
    expect(await entries()).toMatchObject([
      {
        ...{ action: 'CREATED', operationId: 'releaseOutgoing' },
        actor: { type: 'USER', id: operator.id, name: 'Olga Operator' },
        after: { decision: 'RELEASED', kinds: ['MAIL', 'CHARGES'] },
      },
    ]);
  });

  it('400 for no kind, another one, or one twice', async () => {
    for (const kinds of [[], ['FAX'], ['MAIL', 'MAIL', 'MAIL', 'MAIL']])
      expect((await operator.production.post(`${PATH}/release`, { kinds })).status).toBe(400);
  });
});

describe('POST /ext/v1/system/outgoing/discard', () => {
  it('200 with the number of messages and an entry; 400 for charges, for which payments wait', async () => {
    expect((await operator.production.must.post(`${PATH}/discard`, { kinds: ['WEBHOOKS'] })).pieces).toBe(0);
    const after = { decision: 'DISCARDED', kinds: ['WEBHOOKS'], pieces: 0 };
    expect((await entries())[0]).toMatchObject({ operationId: 'discardOutgoing', after });
    expect((await operator.production.post(`${PATH}/discard`, { kinds: ['CHARGES'] })).status).toBe(400);
  });
});

describe('all operations on held messages', () => {
  it('403 for other roles, other organizations and programs', async () => {
    await service.createOrganization('strangers');
    const finance = await addPerson(service, { role: 'FINANCE' });
    const stranger = await addPerson(service, { organization: 'strangers' });
    for (const who of [finance.production, stranger.production, service.production]) {
      const kinds = { kinds: ['MAIL'] };
      const replies = [
        await who.get(PATH),
        await who.post(`${PATH}/release`, kinds),
        await who.post(`${PATH}/discard`, kinds),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    const { isHeld } = await operator.production.must.get(PATH);
    expect(isHeld).toBe(true);
  });
});
