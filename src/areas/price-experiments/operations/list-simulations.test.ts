import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { makeSimulated } from '#test/simulation-scenario.ts';

const service = useService();

it('200 with every simulation, and those with a part of a name', async () => {
  await makeSimulated(service);
  const names = async (query: string) =>
    (await service.sandbox.must.get(`/ext/v1/simulations${query}`)).data.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names('')).toEqual(['Ten per cent more']);
  expect(await names('?_search=name:per%20cent')).toEqual(['Ten per cent more']);
  expect(await names('?_search=less')).toEqual([]);
});
