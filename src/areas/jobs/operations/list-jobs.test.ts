import { beforeAll, describe, expect, it } from 'vitest';
import { makeJob } from '#test/job-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const names = new Map<string, string>();
beforeAll(async () => {
  const at = (day: number) => `2030-01-0${day}T00:00:00Z`;
  const job = async (name: string, given: Parameters<typeof makeJob>[1]) =>
    names.set((await makeJob(service, given)).id, name);
  await job('waiting plan', { at: at(1) });
  await job('empty correction', {
    at: at(3),
    type: 'EVENT_CORRECTIONS',
    entityIds: [],
    requireConfirmation: false,
  });
  await job('waiting run', { at: at(2), type: 'BILL_RUN' });
  await job('scheduled plan', { at: at(1), startAt: Temporal.Instant.from(at(9)) });
});

const listed = async (query: string) => {
  const { data } = await service.sandbox.must.get(`/jobs?${query}`);
  return data.map(({ id }: { id: string }) => names.get(id));
};

describe('GET /jobs', () => {
  it('200 with the four members of a job in a list', async () => {
    const { data, ...envelope } = await service.sandbox.must.get('/jobs?pageSize=1');
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^job\.\w{8}\.\w{7}$/),
        type: 'EVENT_CORRECTIONS',
        status: 'COMPLETED',
        updatedAt: '2030-01-03T00:00:00.000Z',
      },
    ]);
    expect(envelope).toEqual({ nextToken: expect.any(String) });
  });

  it('200 with the last changed job first, then by id', async () => {
    const names = await listed('');
    expect(names.slice(0, 2)).toEqual(['empty correction', 'waiting run']);
    expect(names.slice(2).sort()).toEqual(['scheduled plan', 'waiting plan']);
    const { data } = await service.sandbox.must.get('/jobs');
    expect(data[2].id < data[3].id).toBe(true);
  });

  it.each([
    ['type=PRICE_PLAN&status=SCHEDULED', ['scheduled plan']],
    ['type=BILL_RUN,EVENT_CORRECTIONS', ['empty correction', 'waiting run']],
    ['status=WAITING_FOR_CONFIRMATION', ['waiting run', 'waiting plan']],
    ['status=CANCELLED', []],
  ])('200 for ?%s', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it('200 page by page', async () => {
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: { data: { id: string }[]; nextToken: string | null } = await service.sandbox.must.get(
        next === '' ? '/jobs?pageSize=1' : `/jobs?nextToken=${next}`,
      );
      seen.push(...page.data.map(({ id }) => id));
      next = page.nextToken;
    }
    expect(seen.map((id) => names.get(id))).toEqual(await listed(''));
  });

  it.each([
    ['pageSize=100', 200],
    ['pageSize=101', 400],
    ['pageSize=0', 400],
    ['type=REPORT', 400],
    ['status=RUNNING', 400],
    ['_search=x', 400],
  ])('?%s answers %i', async (query, status) => {
    expect((await service.sandbox.get(`/jobs?${query}`)).status).toBe(status);
  });

  it('200 and nothing of the other environment', async () => {
    expect((await service.production.must.get('/jobs')).data).toEqual([]);
  });
});
