import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { plannedWork } from '#test/credit-rows.ts';
import { statusesOf } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const SCHEMA = 'platform-named-license';
let [login, seat] = ['', ''];
let sent = 0;

interface Sent {
  name?: string;
  action?: string;
  at?: string;
  account?: string;
  dimensions?: Record<string, string>;
}

const eventOf = (id: string, { name = 'ann', action = '1', at = '2030-01-09', ...rest }: Sent) => ({
  ...{ id, schemaName: SCHEMA, timestamp: `${at}T12:00:00Z`, accountId: rest.account ?? 'acme' },
  attributes: [{ name: 'action', value: action }],
  dimensions: rest.dimensions ?? { license_id: login, name },
});
/** The status of the event, without its prefix, and what is said about it. */
async function ingest(members: Sent): Promise<string> {
  sent += 1;
  await service.sandbox.must.post('/ingest', { event: eventOf(`e-${sent}`, members) });
  const { events } = await service.sandbox.must.get(`/events/e-${sent}`);
  const { status, statusDescription = '' } = events[0].ingestionStatus;
  return `${status.replace('INGESTION_', '')} ${statusDescription}`.trim();
}
const list = async (query: string) => {
  const { data } = await service.sandbox.must.get(`/named_license_updates?${query}`);
  return data as { name: string; effectiveFrom: string; effectiveUntil?: string; id: string }[];
};
/** Each as name and days, in their order. */
const shown = async (query: string) =>
  (await list(query))
    .map(({ name, effectiveFrom: from, effectiveUntil: until = '' }) => {
      return `${name} ${from.slice(8, 10)}-${until.slice(8, 10)}`;
    })
    .sort();

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-20T00:00:00Z');
  for (const id of ['acme', 'globex', 'initech', 'many']) await openAccount(sandbox, id);
  login = (await sandbox.must.post('/addons', { name: 'Login', type: 'NAMED_LICENSE' })).id;
  seat = (await sandbox.must.post('/addons', { name: 'Seat', type: 'LICENSE' })).id;
});

describe('GET /named_license_updates', () => {
  it('200 with a name from the event that opens it to the one that closes it', async () => {
    expect(await ingest({ name: ' Ann ' })).toBe('COMPLETED_EVENT_METERED');
    expect(await plannedWork(service, 'licenses.changed', 'acme')).toBe('2030-01-20T00:00:00Z');
    const { data, nextToken } = await service.sandbox.must.get('/named_license_updates?account_id=acme');
    expect([data, nextToken]).toEqual([
      [
        {
          id: expect.stringMatching(/^named_license_entry\.\w+\.\w+$/),
          ...{ licenseId: login, accountId: 'acme', name: 'Ann', effectiveFrom: '2030-01-09T12:00:00.000Z' },
          ...{ createdAt: '2030-01-20T00:00:00.000Z', updatedAt: '2030-01-20T00:00:00.000Z' },
        },
      ],
      null,
    ]);
    expect(await ingest({ name: 'Ann', action: '-1', at: '2030-01-12' })).toBe('COMPLETED_EVENT_METERED');
    const [entry] = await list('account_id=acme');
    expect(entry).toEqual({ ...data[0], effectiveUntil: '2030-01-12T12:00:00.000Z' });
  });

  it('200 the same whatever the order of the events', async () => {
    const at = (day: string, action: string) => ({ account: 'globex', at: `2030-01-${day}`, action });
    for (const event of [at('05', '1'), at('07', '1'), at('10', '0')])
      expect(await ingest(event)).toBe('COMPLETED_EVENT_METERED');
    expect(await shown('account_id=globex')).toEqual(['ann 05-10']);
    const [{ id } = { id: '' }] = await list('account_id=globex');
    // Came late: the second event was a beginning after all.
    await ingest(at('06', '-1'));
    expect(await shown('account_id=globex')).toEqual(['ann 05-06', 'ann 07-10']);
    await ingest(at('04', '1'));
    expect(await shown('account_id=globex')).toEqual(['ann 04-06', 'ann 07-10']);
    // An entry that begins elsewhere is another one.
    expect((await list('account_id=globex')).map((entry) => entry.id)).not.toContain(id);
  });

  it('200 by account and license, 50 a page', async () => {
    const events = Array.from({ length: 51 }, (_, i) =>
      eventOf(`m-${i}`, { name: `n ${i}`, account: 'many' }),
    );
    await service.sandbox.must.post('/ingestBatch', { events });
    const first = await service.sandbox.must.get('/named_license_updates?account_id=many');
    const second = await service.sandbox.must.get(`/named_license_updates?nextToken=${first.nextToken}`);
    expect([first.data.length, second.data.length, second.nextToken]).toEqual([50, 1, null]);
    expect(await list(`license_id=${seat}`)).toEqual([]);
    expect(await shown(`license_id=${login}&account_id=acme`)).toEqual(['Ann 09-12']);
    const tooMany = await service.sandbox.get('/named_license_updates?pageSize=51');
    expect([tooMany.status, tooMany.body.message]).toEqual([
      400,
      'pageSize: must be a whole number from 1 to 50',
    ]);
  });
});

describe('an event that names nothing', () => {
  const invalid = 'FAILED_INVALID_NAMED_LICENSE_EVENT';
  it.each<[object | (() => object), string]>([
    [{ dimensions: { name: 'bob' } }, `${invalid} dimension license_id is missing`],
    [
      { dimensions: { name: 'bob', license_id: 'x' } },
      `${invalid} license_id: x is not the id of an add-on of type NAMED_`,
    ],
    [() => ({ dimensions: { name: 'bob', license_id: seat } }), 'is not the id of an add-on of type'],
    [() => ({ dimensions: { license_id: login } }), `${invalid} dimension name is missing`],
    [{ name: '  ' }, `${invalid} dimension name is missing`],
    [{ name: 'n'.repeat(51) }, `${invalid} name: must have at most 50 characters`],
    [{ action: '2' }, `${invalid} action: must be 1 to activate the name, or -1 or 0 to deactivate it`],
    [{ action: '0.5' }, `${invalid} action`],
    [{ action: '1'.repeat(60) }, `${invalid} action`],
    [{ name: 'n'.repeat(50) }, 'COMPLETED_EVENT_METERED'],
    [{ name: '𝒶'.repeat(50), action: '1.0' }, 'COMPLETED_EVENT_METERED'],
    [{ name: 'nobody', action: '-0' }, 'COMPLETED_EVENT_METERED'], // closes nothing
    [{ account: 'who' }, 'FAILED_ACCOUNT_NOT_FOUND'],
    [{ at: '2028-01-01' }, 'FAILED_PAST_GRACE_PERIOD'],
  ])('%o ends as %s', async (members, status) => {
    const event = typeof members === 'function' ? members() : members;
    expect(await ingest({ account: 'initech', ...event })).toMatch(status);
  });

  it('leaves no entry', async () => {
    expect((await list('account_id=initech')).map(({ name }) => [...name].length)).toEqual([50, 50]);
  });

  it('counts once, and waits for its account like any other', async () => {
    const event = eventOf('late-account', { account: 'umbrella' });
    await service.sandbox.must.post('/ingest', { event });
    await service.sandbox.must.post('/ingest', { event });
    expect(await statusesOf(service.sandbox, 'late-account')).toEqual([
      'INGESTION_FAILED_DUPLICATE_EVENT',
      'INGESTION_FAILED_ACCOUNT_NOT_FOUND',
    ]);
    await openAccount(service.sandbox, 'umbrella');
    await service.sandbox.settle();
    expect(await shown('account_id=umbrella')).toEqual(['ann 09-']);
  });

  it('400 for POST /entitled, which is for features', async () => {
    const requested = await service.sandbox.post('/entitled', {
      event: eventOf('asked', { account: 'initech' }),
    });
    expect([requested.status, requested.headers['error-code']]).toEqual([400, 'NOT_A_FEATURE_EVENT']);
    expect(await list('account_id=initech')).toHaveLength(2);
  });
});
