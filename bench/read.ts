import { compareLoads, type LoadTarget } from './load.ts';
import { benchServer } from './processes.ts';

/**
 * A list read of 20 add-ons through the whole platform (credential, scope, validation, read-only transaction,
 * row-level
 * security, exact serialization) against a bare Fastify route that runs the same single statement. Both run
 * on the same
 * PostgreSQL, one after the other in turns. Target: at least 0.5 of the floor's requests per second.
 */
export async function benchRead(): Promise<void> {
  const server = await benchServer();
  try {
    const service = await server.startService();
    for (let i = 0; i < 20; i++)
      await service.post('/addons', { name: `Add-on ${String(i).padStart(2, '0')}`, type: 'FIXED_FEE' });
    const floor = await server.startFloor('bench/floors/read.ts');
    const targets: LoadTarget[] = [
      { name: 'bare Fastify route, same statement', url: `${floor.url}/addons` },
      {
        name: 'GET /addons',
        url: `${service.url}/addons`,
        headers: { authorization: `Bearer ${service.apiKey}` },
      },
    ];
    await compareLoads('read: GET /addons of 20 rows, 32 connections', targets, {
      rounds: 7,
      seconds: 3,
      connections: 32,
      warmUpSeconds: 10,
    });
  } finally {
    await server.stop();
  }
}
