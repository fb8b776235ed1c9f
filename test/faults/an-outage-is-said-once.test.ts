import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useDatabases, useStand } from './stand.ts';

const makeDatabase = useDatabases();
const stand = useStand();

interface Line {
  level: string;
  msg: string;
  err?: { message: string };
  leftOut?: number;
}

function linesOf(output: string): Line[] {
  return output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
}

it('each cause has one line while the database is away, and its return another', async () => {
  const proxy = await stand.proxied(await makeDatabase());
  const tallymark = await stand.tallymark({ databaseUrl: proxy.url, settings: { LOG_LEVEL: 'info' } });
  const before = tallymark.output().length;
  await proxy.refuse(true);
  const replies = await Promise.all(Array.from({ length: 20 }, () => tallymark.call('GET', '/accounts')));
  expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([503]));
  // The queue tries several times meanwhile.
  await sleep(3_000);
  await proxy.refuse(false);
  for (let tries = 0; tries < 200; tries++) {
    if ((await tallymark.call('GET', '/accounts'))?.status === 200) break;
    await sleep(50);
  }
  const lines = linesOf(tallymark.output().slice(before));
  const causes = lines.flatMap(({ err }) => (err ? [err.message] : []));
  expect(causes.length).toBeGreaterThan(0);
  expect(causes).toEqual([...new Set(causes)]);
  // Every request has its own line of access, as usual.
  expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(20);
  const [end] = lines.filter(({ msg }) => msg === 'the database can be reached again');
  expect(end?.leftOut).toBeGreaterThanOrEqual(15);
}, 180_000);
