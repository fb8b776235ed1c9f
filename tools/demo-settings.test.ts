import { spawnSync } from 'node:child_process';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { readDemoSettings } from './demo/nimbus/demo-settings.ts';
import { nodeOptions } from './node-options.mjs';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A port on which somebody listens: this test, or whoever was there before. */
async function takePort(port = 0): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((done) => {
    server.once('error', () => done());
    server.listen(port, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo | null)?.port ?? port;
}

describe('the demo', () => {
  it('listens on the port and keeps its data in the folder of its settings', async () => {
    const port = await freePort();
    expect(await readDemoSettings({ PORT: `${port}`, DATA_DIR: '/var/lib/demo' })).toEqual({
      ...{ folder: '/var/lib/demo', port, notice: null },
    });
  });

  it('keeps its data beside that of the service by default', async () => {
    expect((await readDemoSettings({ PORT: '0' })).folder).toBe(resolve('.tallymark/nimbus'));
  });

  it('takes a free port when the usual one is in use, and says so', async () => {
    await takePort(4000);
    const { port, notice } = await readDemoSettings({});
    expect(port).toBe(0);
    expect(notice).toMatch(/^Port 4000 is in use by another program/);
  });

  it.each([
    ['4000x', 'PORT must be a whole number from 0 to 65535, and is "4000x".'],
    ['65536', 'PORT must be a whole number from 0 to 65535, and is "65536".'],
  ])('rejects port %s', async (PORT, message) => {
    await expect(readDemoSettings({ PORT })).rejects.toThrow(message);
  });

  it('does not start on a chosen port that is in use', async () => {
    const port = await takePort();
    const entry = resolve('tools/demo.ts');
    const { status, stderr } = spawnSync(process.execPath, [...nodeOptions(entry), entry], {
      env: { ...process.env, PORT: `${port}` },
      encoding: 'utf8',
    });
    expect(stderr.trim()).toBe(
      `Port ${port} of 127.0.0.1 is in use by another program, so the demo was not started. ` +
        'Set PORT to a free port, or leave it out.',
    );
    expect(status).toBe(1);
  });
});
