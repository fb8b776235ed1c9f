import { beforeAll, describe, expect, it } from 'vitest';
import { makeJob } from '#test/job-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(() => service.sandbox.setClock('2030-01-02T00:00:00Z'));

const reject = (id: string) => service.sandbox.post(`/jobs/${id}/reject`);

describe('POST /jobs/{job_id}/reject', () => {
  it.each([
    ['waits for confirmation', {}],
    ['is scheduled', { startAt: Temporal.Instant.from('2030-02-01T00:00:00Z') }],
  ])('200 and a job that %s is cancelled with its entries', async (_, given) => {
    const { id } = await makeJob(service, given);
    const { status, body } = await reject(id);
    expect([status, body]).toEqual([
      200,
      {
        id,
        type: 'PRICE_PLAN',
        status: 'CANCELLED',
        settledAt: '2030-01-02T00:00:00.000Z',
        updatedAt: '2030-01-02T00:00:00.000Z',
        totalJobEntries: 2,
        pendingJobEntries: 0,
        failedJobEntries: 0,
        completedJobEntries: 0,
        metadata: { rejectedBy: expect.any(String) },
      },
    ]);
    const { data } = await service.sandbox.must.get(`/jobs/${id}/entries`);
    expect(data.map((entry: { status: string }) => entry.status)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  it('200 and no change when it is rejected again, also after its time has come', async () => {
    const { id } = await makeJob(service, {});
    const { body } = await reject(id);
    await service.sandbox.setClock('2030-01-15T00:00:00Z');
    const again = await reject(id);
    expect([again.status, again.body]).toEqual([200, body]);
  });

  it.each([
    ['IN_PROGRESS', { requireConfirmation: false }],
    ['COMPLETED', { requireConfirmation: false, entityIds: [] }],
  ])('400 for a job that is %s', async (state, given) => {
    const { id } = await makeJob(service, given);
    const { status, body } = await reject(id);
    const from = 'SCHEDULED, PENDING, WAITING_FOR_CONFIRMATION';
    const message = `job ${id} is ${state}; only a job in ${from} can be rejected`;
    expect([status, body]).toEqual([400, { message }]);
  });

  it('400 for a job that was confirmed, or has expired', async () => {
    const confirmed = await makeJob(service, { at: '2030-01-15T00:00:00Z' });
    await service.sandbox.must.post(`/jobs/${confirmed.id}/confirm`);
    expect((await reject(confirmed.id)).status).toBe(400);
    const expired = await makeJob(service, { at: '2030-01-15T00:00:00Z' });
    await service.sandbox.setClock('2030-01-22T00:00:00Z');
    expect((await reject(expired.id)).body.message).toContain('is CANCELLED');
  });

  it('404 for an unknown job', async () => {
    expect((await reject('job.none')).status).toBe(404);
  });
});
