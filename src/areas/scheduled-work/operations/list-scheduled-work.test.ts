import { beforeAll, expect, it } from 'vitest';
import { keepPiece } from '#test/examples/scheduled-work.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = (query = '') => service.sandbox.get(`/ext/v1/scheduled_work${query}`);

beforeAll(async () => {
  for (let i = 0; i < 3; i++) await keepPiece(service, 'default');
});

it('200 with what fails, the newest first, and nothing that is planned only', async () => {
  const { status, body } = await list();
  expect([status, body.data.length]).toEqual([200, 3]);
  expect(body.data[0]).toEqual({
    ...{ id: expect.stringMatching(/^[0-9]+$/), kind: 'jobs.expire', key: expect.stringMatching(/^gone-/) },
    ...{ state: 'ON_HOLD', dueAt: '2029-12-31T00:00:00.000Z', tries: 8, reason: 'it was given up' },
    failingSince: expect.any(String),
  });
  expect((await service.production.must.get('/ext/v1/scheduled_work')).data).toEqual([]);
});

it.each([
  ['?state=ON_HOLD', 3],
  ['?state=RETRYING', 0],
  ['?kind=jobs.expire', 3],
  ['?kind=jobs.start', 0],
  ['?pageSize=2', 2],
  ['?_sort=id:ASC', 3],
])('200 for %s', async (query, count) => {
  const { status, body } = await list(query);
  expect([status, body.data?.length]).toEqual([200, count]);
});

it.each(['?state=PLANNED', '?pageSize=51', '?_sort=key', '?nextToken=x'])('400 for %s', async (query) => {
  expect((await list(query)).status).toBe(400);
});
