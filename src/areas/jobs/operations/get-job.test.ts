import { describe, expect, it } from 'vitest';
import { makeJob } from '#test/job-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /jobs/{job_id}', () => {
  it('200 with the numbers of its entries and its metadata', async () => {
    const { id } = await makeJob(service, { entityIds: ['a', 'b', 'c'], metadata: { plan: 'pp.1' } });
    const { status, body } = await service.sandbox.get(`/jobs/${id}`);
    expect([status, body]).toEqual([
      200,
      {
        id,
        type: 'PRICE_PLAN',
        status: 'WAITING_FOR_CONFIRMATION',
        updatedAt: '2030-01-01T00:00:00.000Z',
        totalJobEntries: 3,
        pendingJobEntries: 3,
        failedJobEntries: 0,
        completedJobEntries: 0,
        metadata: { plan: 'pp.1' },
      },
    ]);
  });

  it('200 with the time at which it was settled', async () => {
    const { id } = await makeJob(service, { entityIds: [], requireConfirmation: false });
    const body = await service.sandbox.must.get(`/jobs/${id}`);
    expect(body).toMatchObject({ status: 'COMPLETED', settledAt: '2030-01-01T00:00:00.000Z' });
    expect(body).not.toHaveProperty('metadata');
  });

  it('404 for an id that is unknown, or of the other environment', async () => {
    const { id } = await makeJob(service, {});
    for (const [client, missing] of [
      [service.sandbox, 'job.none'],
      [service.production, id],
    ] as const) {
      const { status, body } = await client.get(`/jobs/${missing}`);
      expect([status, body]).toEqual([404, { message: `job ${missing} not found` }]);
    }
  });

  it.each([
    [100, 404],
    [101, 400],
  ])('an id of %i characters answers %i', async (length, status) => {
    expect((await service.sandbox.get(`/jobs/${'x'.repeat(length)}`)).status).toBe(status);
  });
});
