import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let [seat, desk] = ['', ''];
/** The updates of a list by the names of this test, or its refusal. */
async function shown(query: string): Promise<string> {
  const { status, body } = await service.sandbox.get(`/license_updates${query}`);
  if (status !== 200) return `${status} ${body.message}`;
  return body.data.map(({ metadata }: { metadata: { name: string } }) => metadata.name).join(' ');
}
const give = (name: string, members: object) =>
  service.sandbox.must.post('/license_updates', {
    ...{ licenseId: seat, accountId: 'acme', updateType: 'RELATIVE', quantity: 1, metadata: { name } },
    ...members,
  });

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  for (const id of ['acme', 'globex']) await openAccount(sandbox, id);
  seat = (await sandbox.must.post('/addons', { name: 'Seat', type: 'LICENSE' })).id;
  desk = (await sandbox.must.post('/addons', { name: 'Desk', type: 'LICENSE' })).id;
  await give('first', { effectiveFrom: '2030-01-10T00:00:00Z' });
  await give('second', { effectiveFrom: '2030-01-05T00:00:00Z' });
  await sandbox.setClock('2030-01-02T00:00:00Z');
  await give('third', { licenseId: desk });
  await give('fourth', { accountId: 'globex' });
});

describe('GET /license_updates', () => {
  it('200 with the quantities as they are now, the newest first', async () => {
    const { body } = await service.sandbox.get('/license_updates?account_id=acme');
    expect(body).toEqual({
      data: [
        expect.objectContaining({ licenseId: desk, quantity: 1 }),
        expect.objectContaining({ licenseId: seat, quantity: 1, effectiveFrom: '2030-01-05T00:00:00.000Z' }),
        // The second has shifted it.
        expect.objectContaining({ licenseId: seat, quantity: 2, effectiveFrom: '2030-01-10T00:00:00.000Z' }),
      ],
      nextToken: null,
    });
    const members = ['accountId', 'createdAt', 'effectiveFrom', 'licenseId', 'metadata', 'quantity'];
    expect(Object.keys(body.data[0]).sort()).toEqual(members);
  });

  it.each([
    ['', 'fourth third second first'],
    ['?account_id=globex', 'fourth'],
    ['?license_id={desk}', 'third'],
    ['?licenseId={desk}', 'third'],
    ['?license_id={seat}&account_id=acme', 'second first'],
    ['?account_id=acme,globex&licenseId={seat}', 'fourth second first'],
    ['?effectiveFrom=2030-01-05T00:00:00Z', 'second'],
    ['?effectiveFrom=gt:2030-01-02T00:00:00Z&account_id=acme', 'second first'],
    ['?effectiveFrom=gte:2030-01-02T00:00:00Z&effectiveFrom=lt:2030-01-10T00:00:00Z', 'fourth third second'],
    ['?_sort=effective_from', 'third fourth second first'],
    ['?_sort=effective_from:DESC,ordinal', 'first second third fourth'],
    ['?_sort=created_at,effective_from', 'second first third fourth'],
    ['?account_id=nobody', ''],
    ['?_sort=quantity', '400 _sort: cannot sort by quantity; use created_at, effective_from, ordinal'],
    ['?_search=x', expect.stringMatching(/^400 unknown query parameter _search /)],
    [
      '?effectiveFrom=soon',
      '400 effectiveFrom: must be an ISO 8601 date-time, optionally after gt:, gte:, lt: or lte:',
    ],
    ['?pageSize=51', '400 pageSize: must be a whole number from 1 to 50'],
  ])('%s gives %s', async (query, expected) => {
    expect(await shown(query.replace('{seat}', seat).replace('{desk}', desk))).toEqual(expected);
  });

  it('200 page by page, each once', async () => {
    const pages: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const query: string = next === '' ? 'pageSize=1' : `nextToken=${next}`;
      const { data, nextToken } = await service.sandbox.must.get(`/license_updates?${query}`);
      pages.push(...data.map(({ metadata }: { metadata: { name: string } }) => metadata.name));
      next = nextToken;
    }
    expect(pages.join(' ')).toBe('fourth third second first');
  });
});
