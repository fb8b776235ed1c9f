import { beforeAll, describe, expect, it } from 'vitest';
import { makeJob } from '#test/job-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(() => service.sandbox.setClock('2030-01-01T00:00:00Z'));

const confirm = (id: string) => service.sandbox.post(`/jobs/${id}/confirm`);

describe('POST /jobs/{job_id}/confirm', () => {
  it('200 and the job runs; it says who confirmed it', async () => {
    const { id } = await makeJob(service, {});
    const { status, body } = await confirm(id);
    expect([status, body.status]).toEqual([200, 'IN_PROGRESS']);
    expect(body).toMatchObject({ totalJobEntries: 2, pendingJobEntries: 2 });
    expect(Object.keys(body.metadata)).toEqual(['confirmedBy']);
    expect(await service.sandbox.must.get(`/jobs/${id}`)).toEqual(body);
  });

  it('200 and no change when it is confirmed again', async () => {
    const { id } = await makeJob(service, {});
    const first = await confirm(id);
    const again = await confirm(id);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('200 for both of two at once', async () => {
    const { id } = await makeJob(service, {});
    const replies = await Promise.all([confirm(id), confirm(id)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]?.body).toEqual(replies[1]?.body);
  });

  it('200 and COMPLETED when the job has no entries', async () => {
    const { id } = await makeJob(service, { entityIds: [] });
    expect((await confirm(id)).body).toMatchObject({ status: 'COMPLETED', totalJobEntries: 0 });
  });

  it.each([
    ['SCHEDULED', { startAt: Temporal.Instant.from('2030-02-01T00:00:00Z') }],
    ['IN_PROGRESS', { requireConfirmation: false }],
    ['COMPLETED', { requireConfirmation: false, entityIds: [] }],
  ])('400 for a job that is %s without anybody having been asked', async (state, given) => {
    const { id } = await makeJob(service, given);
    const { status, body, headers } = await confirm(id);
    const words = `job ${id} is ${state}; only a job in WAITING_FOR_CONFIRMATION can be confirmed`;
    expect([status, headers['error-code'], body]).toEqual([400, 'JOB_NOT_DECIDABLE', { message: words }]);
  });

  it('400 for a job that was rejected, and for one of two that decide differently at once', async () => {
    const { id } = await makeJob(service, {});
    await service.sandbox.must.post(`/jobs/${id}/reject`);
    expect((await confirm(id)).status).toBe(400);
    const other = await makeJob(service, {});
    const both = ['confirm', 'reject'].map((verb) => service.sandbox.post(`/jobs/${other.id}/${verb}`));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('400 seven days later, when the job has expired, and not before', async () => {
    const [early, late] = [await makeJob(service, {}), await makeJob(service, {})];
    await service.sandbox.setClock('2030-01-07T23:59:59.999Z');
    expect((await confirm(early.id)).status).toBe(200);
    await service.sandbox.setClock('2030-01-08T00:00:00Z');
    expect((await confirm(late.id)).status).toBe(400);
    const expired = await service.sandbox.must.get(`/jobs/${late.id}`);
    expect(expired).toMatchObject({ status: 'CANCELLED', settledAt: '2030-01-08T00:00:00.000Z' });
  });

  it('404 for an unknown job', async () => {
    expect((await confirm('job.none')).status).toBe(404);
  });

  it('400 with a body', async () => {
    const { id } = await makeJob(service, {});
    expect((await service.sandbox.post(`/jobs/${id}/confirm`, { a: 1 })).status).toBe(400);
  });
});
