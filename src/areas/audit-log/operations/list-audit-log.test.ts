import { beforeAll, describe, expect, it } from 'vitest';
import { auditLogOf, changesOf } from '#test/audit-log.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
beforeAll(async () => {
  ({ sandbox } = service);
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sandbox.post('/addons', { name: 'first', type: 'FIXED_FEE' }, { 'x-request-id': 'first-request' });
  await sandbox.setClock('2030-01-02T00:00:00Z');
  await sandbox.must.post('/addons', { name: 'second', type: 'LICENSE' });
  await sandbox.must.post('/ext/v1/api_keys', { name: 'reader', scopes: ['org:read'] });
});

const namesOf = async (query: string) =>
  (await auditLogOf(sandbox, query)).map(({ entityType, after }) => after.name ?? entityType);

describe('GET /ext/v1/audit_log', () => {
  it('200 with the newest first', async () => {
    const { status, body } = await sandbox.get('/ext/v1/audit_log?entity_type=ADD_ON');
    expect([status, body.nextToken]).toEqual([200, null]);
    expect(body.data.map(({ after }: { after: { name: string } }) => after.name)).toEqual([
      'second',
      'first',
    ]);
    expect(Object.keys(body.data[0])).toEqual([
      ...['id', 'at', 'writtenAt', 'actor', 'requestId', 'operationId', 'entityType', 'entityId', 'action'],
      ...['after', 'isSealed'],
    ]);
  });

  it.each([
    ['entity_type=ADD_ON,API_KEY', ['Default key', 'first', 'second', 'reader']],
    ['entity_type=ADD_ON', ['first', 'second']],
    ['operation_id=createAddOn', ['first', 'second']],
    ['operation_id=createApiKey', ['reader']],
    ['request_id=first-request', ['first']],
    ['actor_type=SYSTEM&entity_type=ADD_ON', []],
    ['actor_id=tallymark&entity_type=ORGANIZATION', ['default']],
    ['action=UPDATED', []],
    ['entity_type=ADD_ON&from=2030-01-02T00:00:00Z', ['second']],
    ['entity_type=ADD_ON&to=2030-01-02T00:00:00Z', ['first']],
    ['from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z', ['first']],
    ['entity_id=nothing', []],
  ])('200 for %s', async (query, expected) => {
    const found = await namesOf(query);
    expect(
      found.map((name) => (/^(first|second|reader|default)$/.test(name) ? name : 'Default key')),
    ).toEqual(expected);
  });

  it('200 page by page, also when entries are written meanwhile', async () => {
    const first = await sandbox.must.get('/ext/v1/audit_log?pageSize=2&entity_type=ADD_ON,API_KEY');
    await sandbox.must.post('/addons', { name: 'third', type: 'FIXED_FEE' });
    const second = await sandbox.must.get(`/ext/v1/audit_log?nextToken=${first.nextToken}`);
    const entries = [...first.data, ...second.data];
    expect(changesOf(entries)).toHaveLength(4);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(4);
    expect(second.nextToken).toBeNull();
  });

  it.each([
    ['entity_type=TABLE', /^entity_type: must be one of ORGANIZATION/],
    ['action=READ', /^action: must be one of CREATED, UPDATED, DELETED/],
    ['actor_type=HUMAN', /^actor_type: must be one of/],
    ['from=yesterday', /^from: must be an ISO 8601 date-time/],
    ['from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z', /^from: must not be after to/],
    ['_sort=actor', /^_sort: cannot sort by actor/],
    ['_search=x', /_search/],
    ['pageSize=101', /^pageSize: must be a whole number from 1 to 100/],
    ['nextToken=x', /invalid nextToken/],
  ])('400 for %s', async (query, message) => {
    const { status, body } = await sandbox.get(`/ext/v1/audit_log?${query}`);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('403 without org:read', async () => {
    const { secret } = await sandbox.must.post('/ext/v1/api_keys', { name: 'x', scopes: ['customers:read'] });
    expect((await client(service.app, '/sandbox', secret).get('/ext/v1/audit_log')).status).toBe(403);
  });
});
