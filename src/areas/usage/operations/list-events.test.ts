import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { realNow } from '#platform/db/clock.ts';
import { loadSecrets } from '#platform/db/secrets.ts';
import { pageTokens } from '#platform/http/page-token.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox, meterRides, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
type Listed = { eventPayload: { id?: string } }[];
const ids = (events: Listed) => events.map(({ eventPayload }) => eventPayload.id).join(' ');
const list = async (query = '') => ids((await service.sandbox.must.get(`/events${query}`)).events);

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-10T00:00:00Z');
  await meterRides(service.sandbox);
  await openAccount(service.sandbox, 'a1');
  await openAccount(service.sandbox, 'a2', { accountAliases: [{ value: 'other' }] });
  await service.sandbox.must.post('/ingestBatch', {
    events: [
      ride('metered'),
      ride('other account', { accountId: 'OTHER' }),
      ride('unknown schema', { schemaName: 'walk' }),
      ride('unknown account', { accountId: 'nobody' }),
      ride('incomplete', { dimensions: {} }),
      ride('metered', { distance: '2' }),
    ],
  });
});

describe('GET /events', () => {
  it('200, the newest first', async () => {
    expect(await list()).toBe('metered incomplete unknown account unknown schema other account metered');
  });

  it('200 with the status of each, without the pipeline', async () => {
    const { events } = await service.sandbox.must.get('/events?pageSize=2');
    expect(events[1]).toEqual({
      referenceId: expect.any(String),
      eventPayload: { ...ride('incomplete', { dimensions: {} }), timestamp: '2030-01-09T12:00:00.000Z' },
      ingestionStatus: { status: 'INGESTION_FAILED', statusDescription: 'missing dimension city' },
      customerId: 'customer-a1',
      source: { type: 'API', id: expect.any(String) },
      createdAt: '2030-01-10T00:00:00.000Z',
    });
  });

  it.each([
    // query                                                     ids
    ['?status=PROCESSED', 'other account metered'],
    ['?status=UNPROCESSED', 'metered incomplete unknown account unknown schema'],
    ['?status=IN_PROGRESS', ''],
    ['?status=INGESTION_FAILED', 'incomplete'],
    ['?status=INGESTION_FAILED_DUPLICATE_EVENT', 'metered'],
    ['?status=INGESTION_FAILED,INGESTION_FAILED_ACCOUNT_NOT_FOUND', 'incomplete unknown account'],
    ['?status=PROCESSED&status=INGESTION_FAILED', ''], //        repeats mean AND
    ['?account_id=a2', 'other account'],
    ['?account_id=a1&status=PROCESSED', 'metered'],
    ['?schema_name=walk', 'unknown schema'],
    ['?schema_name=ride&account_id=a1', 'metered incomplete metered'],
    ['?account_id=a1%2Ca2&status=PROCESSED', 'other account metered'],
    ['?account_id=nobody', ''], //                               it matched no account
  ])('200 for %s', async (query, expected) => {
    expect(await list(query)).toBe(expected);
  });

  it('200 page by page: the token carries the filter, and newer events do not shift a page', async () => {
    const first = await service.sandbox.must.get('/events?status=UNPROCESSED&pageSize=3');
    await service.sandbox.must.post('/ingest', { event: ride('metered') });
    const second = await service.sandbox.must.get(`/events?nextToken=${first.nextToken}`);
    expect(`${ids(first.events)} | ${ids(second.events)}`).toBe(
      'metered incomplete unknown account | unknown schema',
    );
    expect(second.nextToken).toBeNull();
  });

  it('200 and nothing of another organization or environment', async () => {
    const other = await service.createOrganization('other');
    expect(await other.sandbox.must.get('/events')).toEqual({ events: [], nextToken: null });
    expect(await service.production.must.get('/events')).toEqual({ events: [], nextToken: null });
  });

  it.each([
    [
      '?status=DONE',
      /^status: must be one of PROCESSED, UNPROCESSED, IN_PROGRESS, UNMATCHED, INGESTION_IN_PROGRESS/,
    ],
    ['?status=processed', /^status: must be one of/],
    ['?pageSize=51', /^pageSize: must be a whole number from 1 to 50$/],
    ['?pageSize=0', /^pageSize: must be a whole number from 1 to 50$/],
    ['?nextToken=abc', /^invalid nextToken/],
    ['?_sort=status:ASC', /^_sort: cannot sort by status/],
    ['?_search=ride', /_search/],
    ['?account_id=a%00', /control characters/],
  ])('400 for %s', async (query, message) => {
    const { status, body } = await service.sandbox.get(`/events${query}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('400 for a token of a release in which references were no numbers', async () => {
    const { orgId } = await asSandbox(service, async (_tx, org) => org);
    const token = await writeToken({ orgId, after: ['019b7c4e-8a3f-7cc1-8f00-2b1f6f0c9a11'] });
    const { status, body, headers } = await service.sandbox.get(`/events?nextToken=${token}`);
    expect([status, headers['error-code']]).toEqual([400, 'INVALID_NEXT_TOKEN']);
    expect(body.message).toMatch(/^invalid nextToken/);
  });
});

describe('filters agree with a look at every event', () => {
  interface Shown {
    eventPayload: { id?: string; schemaName: string };
    ingestionStatus: { status: string };
    customerId?: string;
  }
  let all: Shown[];

  // Each spelling of the alias is a context of its own: more of them than are looked into one by one.
  beforeAll(async () => {
    await openAccount(service.sandbox, 'a3', { accountAliases: [{ value: 'abcdefgh' }] });
    await service.sandbox.must.post('/event_schema', { name: 'stop', attributes: [], dimensions: [] });
    await service.sandbox.must.post('/event_schema/stop/activate');
    const events = Array.from({ length: 256 }, (_, i) => {
      const accountId = [...'abcdefgh'].map((c, k) => ((i >> k) & 1 ? c.toUpperCase() : c)).join('');
      if (i % 5 === 0) return { ...ride(`n${i}`, { accountId }), schemaName: 'stop' };
      const dimensions = { city: i % 3 === 0 ? 'Oslo' : 'Riga' };
      return ride(`n${i}`, { accountId, ...(i % 7 === 0 ? { dimensions: {} } : { dimensions }) });
    });
    await service.sandbox.must.post('/ingestBatch', { events });
    all = await walk('');
  });

  async function walk(query: string): Promise<Shown[]> {
    const shown: Shown[] = [];
    for (let path = `/events?${query}`; ; ) {
      const { events, nextToken } = await service.sandbox.must.get(path);
      shown.push(...events);
      if (!nextToken) return shown;
      path = `/events?nextToken=${nextToken}`;
    }
  }
  const processed = ({ ingestionStatus }: Shown) => ingestionStatus.status.startsWith('INGESTION_COMPLETED');
  const hasStatus = (status: string) => (event: Shown) => event.ingestionStatus.status === status;
  const STATUSES: [string, (event: Shown) => boolean][] = [
    ['', () => true],
    ['status=PROCESSED', processed],
    ['status=UNPROCESSED', (event) => !processed(event)],
    ['status=INGESTION_FAILED', hasStatus('INGESTION_FAILED')],
    ['status=REVERTED', () => false],
    ['status=UNMATCHED', hasStatus('INGESTION_COMPLETED_NO_MATCHING_METERS')],
    ['status=UNMATCHED%2CINGESTION_COMPLETED_EVENT_METERED', processed],
    ...['EVENT_METERED', 'NO_MATCHING_METERS'].map((name): [string, (event: Shown) => boolean] => [
      `status=INGESTION_COMPLETED_${name}`,
      hasStatus(`INGESTION_COMPLETED_${name}`),
    ]),
  ];
  const ACCOUNTS = ['', 'a3', 'a1%2Ca2', 'nobody'];
  const SCHEMAS = ['', 'stop', 'walk'];

  it.each(STATUSES)('200 with %s', async (status, isRequested) => {
    for (const accounts of ACCOUNTS)
      for (const schema of SCHEMAS) {
        const query = [status, accounts && `account_id=${accounts}`, schema && `schema_name=${schema}`];
        const owners = decodeURIComponent(accounts).split(',');
        const expected = all.filter(
          (event) =>
            isRequested(event) &&
            (!accounts || owners.some((id) => event.customerId === `customer-${id}`)) &&
            (!schema || event.eventPayload.schemaName === schema),
        );
        const requested = query.filter(Boolean).join('&');
        expect(await walk(requested), requested).toEqual(expected);
        if (expected.length < 20)
          expect(await walk(`${requested}&_sort=reference_id:ASC&pageSize=7`), requested).toEqual(
            expected.toReversed(),
          );
      }
  });

  it('200 for filters given twice: both hold', async () => {
    // 0, 5 to 255
    expect(await walk('account_id=a1%2Ca3&account_id=a3%2Ca2&schema_name=stop')).toHaveLength(52);
    expect(await walk('account_id=a1&account_id=a3')).toEqual([]);
  });
});

async function writeToken({ orgId, after }: { orgId: number; after: string[] }): Promise<string> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const secrets = await loadSecrets(owner);
  await owner.end();
  return pageTokens(secrets.pageTokens, realNow).write({
    ...{ operation: 'listEvents', orgId, pageSize: 50, filters: {}, search: null },
    ...{ sort: [['reference_id', 'DESC']], after },
  });
}
