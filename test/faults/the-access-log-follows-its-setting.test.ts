import { expect, it } from 'vitest';
import { useDatabases, useStand } from './stand.ts';

const makeDatabase = useDatabases();
const stand = useStand();

it('ACCESS_LOG=failures leaves only lines of failures', async () => {
  const { url: databaseUrl } = await makeDatabase();
  const settings = { LOG_LEVEL: 'info', ACCESS_LOG: 'failures' };
  const tallymark = await stand.tallymark({ databaseUrl, settings });
  const paths = ['/accounts', '/accounts/nothing', '/addons'];
  const statuses = [];
  for (const path of paths) statuses.push((await tallymark.call('GET', path))?.status);
  expect(statuses).toEqual([200, 404, 200]);
  const logged = () =>
    tallymark
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line).operation);
  await expect.poll(logged).toEqual(['getAccount']);
}, 120_000);
