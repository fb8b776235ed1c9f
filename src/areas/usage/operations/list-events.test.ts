import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { meterRides, ride } from '#test/metering-scenario.ts';
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
    ['?status=DONE', /^status: must be one of PROCESSED, UNPROCESSED, IN_PROGRESS, INGESTION_IN_PROGRESS/],
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
});
