import { describe, expect, it } from 'vitest';
import { makeJob } from '#test/job-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const stop = (id: string) => service.sandbox.post(`/ext/v1/jobs/${id}/stop`);

describe('POST /ext/v1/jobs/{job_id}/stop', () => {
  it('200 and the entries that are left are cancelled; again without a change', async () => {
    const { id } = await makeJob(service, { requireConfirmation: false });
    const { status, body } = await stop(id);
    expect([status, body]).toMatchObject([
      200,
      {
        id,
        status: 'CANCELLED',
        totalJobEntries: 2,
        pendingJobEntries: 0,
        metadata: { stoppedBy: expect.any(String) },
      },
    ]);
    const { data } = await service.sandbox.must.get(`/jobs/${id}/entries`);
    expect(data.map((entry: { status: string }) => entry.status)).toEqual(['CANCELLED', 'CANCELLED']);
    expect(await stop(id)).toMatchObject({ status: 200, body });
  });

  it.each([
    ['WAITING_FOR_CONFIRMATION', {}],
    ['COMPLETED', { requireConfirmation: false, entityIds: [] }],
  ])('400 for a job that is %s', async (state, given) => {
    const { id } = await makeJob(service, given);
    const { status, body } = await stop(id);
    expect([status, body.message]).toEqual([
      400,
      `job ${id} is ${state}; only a job in IN_PROGRESS can be stopped`,
    ]);
  });

  it('400 for a job of another type, 404 for an unknown one', async () => {
    const { id } = await makeJob(service, { type: 'EVENT_CORRECTIONS', requireConfirmation: false });
    const reply = await stop(id);
    expect([reply.status, reply.headers['error-code']]).toEqual([400, 'JOB_NOT_STOPPABLE']);
    expect((await stop('job.none')).status).toBe(404);
  });
});
