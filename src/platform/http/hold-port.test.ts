import { expect, it } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { holdPort } from './hold-port.ts';

const host = '127.0.0.1';

it('a held port is taken, says that the service starts, and is free when it is released', async () => {
  const port = await freePort();
  const held = await holdPort({ host, port });
  await expect(holdPort({ host, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const request = (path: string) => fetch(`http://${host}:${port}${path}`);
  expect([(await request('/live')).status, (await request('/sandbox/live')).status]).toEqual([200, 200]);
  const rejected = await request('/ready');
  expect([rejected.status, rejected.headers.get('error-code'), rejected.headers.get('retry-after')]).toEqual([
    ...[503, 'NOT_READY', '1'],
  ]);
  expect(await rejected.json()).toEqual({ message: 'the service is starting' });
  await held.release();
  await held.release();
  await (await holdPort({ host, port })).release();
});

it('an address that this machine does not have is rejected', async () => {
  await expect(holdPort({ host: '192.0.2.1', port: 4000 })).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
