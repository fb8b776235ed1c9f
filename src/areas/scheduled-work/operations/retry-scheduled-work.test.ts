import { expect, it } from 'vitest';
import { keepPiece } from '#test/examples/scheduled-work.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const retry = (id: string, client = service.sandbox) => client.post(`/ext/v1/scheduled_work/${id}/retry`);

it('200 with the piece, which is done; 404 when it is not there any more', async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const id = await keepPiece(service, 'default');
  const { status, body } = await retry(id);
  expect([status, body]).toMatchObject([200, { id, state: 'PLANNED', tries: 0, reason: 'it was given up' }]);
  expect((await retry(id)).status).toBe(200);
  await service.sandbox.settle();
  expect([(await retry(id)).status, (await service.sandbox.must.get('/ext/v1/scheduled_work')).data]).toEqual(
    [404, []],
  );
});

it('404 for one of the other environment, and for what is no id', async () => {
  const id = await keepPiece(service, 'default');
  expect((await retry(id, service.production)).status).toBe(404);
  for (const bad of ['x', '1.5', '-1', '1'.repeat(19)]) expect((await retry(bad)).status).toBe(404);
  expect((await retry('1'.repeat(20))).status).toBe(400);
});
