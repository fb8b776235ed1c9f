import { beforeAll, describe, expect, it } from 'vitest';
import { makeJob } from '#test/job-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let id = '';
beforeAll(async () => {
  ({ id } = await makeJob(service, { entityIds: ['b', 'A', 'a', 'ä'] }));
});

const entries = async (query: string, job = id) => {
  const { data } = await service.sandbox.must.get(`/jobs/${job}/entries?${query}`);
  return data.map(({ entityId }: { entityId: string }) => entityId);
};

describe('GET /jobs/{job_id}/entries', () => {
  it('200 with entityId, jobId, createdAt and status', async () => {
    const { status, body } = await service.sandbox.get(`/jobs/${id}/entries?pageSize=1`);
    const entry = { entityId: 'A', jobId: id, status: 'PENDING', createdAt: '2030-01-01T00:00:00.000Z' };
    expect([status, body]).toEqual([200, { data: [entry], nextToken: expect.any(String) }]);
  });

  it('200 in the order of creation, then of the code points of the ids', async () => {
    expect(await entries('')).toEqual(['A', 'a', 'b', 'ä']);
    expect(await entries('_sort=entity_id:DESC')).toEqual(['ä', 'b', 'a', 'A']);
  });

  it('200 page by page, the last page with a null token', async () => {
    const first = await service.sandbox.must.get(`/jobs/${id}/entries?pageSize=3`);
    const last = await service.sandbox.must.get(`/jobs/${id}/entries?nextToken=${first.nextToken}`);
    expect(first.data.map(({ entityId }: { entityId: string }) => entityId)).toEqual(['A', 'a', 'b']);
    expect(last.data.map(({ entityId }: { entityId: string }) => entityId)).toEqual(['ä']);
    expect(last.nextToken).toBeNull();
  });

  it('200 with twenty entries on a page when nothing is said', async () => {
    const many = await makeJob(service, { entityIds: Array.from({ length: 21 }, (_, i) => `e${100 + i}`) });
    expect(await entries('', many.id)).toHaveLength(20);
    expect(await entries('pageSize=100', many.id)).toHaveLength(21);
  });

  it.each([
    ['status=PENDING', 4],
    ['status=CANCELLED,FAILED', 0],
  ])('200 for ?%s: %i entries', async (query, count) => {
    expect(await entries(query)).toHaveLength(count);
  });

  it.each([
    ['pageSize=101', 'pageSize: must be a whole number from 1 to 100'],
    ['status=DONE', 'status: must be one of PENDING, IN_PROGRESS, COMPLETED, FAILED, CANCELLED'],
  ])('400 for ?%s', async (query, message) => {
    const { status, body } = await service.sandbox.get(`/jobs/${id}/entries?${query}`);
    expect([status, body]).toEqual([400, { message }]);
  });

  it('404 for an unknown job, and for one of the other environment', async () => {
    expect((await service.sandbox.get('/jobs/job.none/entries')).status).toBe(404);
    expect((await service.production.get(`/jobs/${id}/entries`)).status).toBe(404);
  });
});
