import type { FastifyInstance } from 'fastify';
import { failStart } from '../failed-start.ts';
import { type HeldPort, holdPort } from './hold-port.ts';

interface Address {
  host: string;
  port: number;
}

/** Throws an error that names the setting to change. */
export function holdAddress({ host, port }: Address): Promise<HeldPort> {
  return holdPort({ host, port }).catch((error) => rejectAddress({ host, port }, error));
}

/** The URL on which the server then listens; throws an error that names the setting to change. */
export function listen(server: FastifyInstance, { host, port }: Address): Promise<string> {
  return server.listen({ host, port }).catch((error) => rejectAddress({ host, port }, error));
}

function rejectAddress({ host, port }: Address, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    throw new Error(`port ${port} of ${host} is in use by another program. Set PORT to a free port.`);
  if (code === 'EACCES')
    throw new Error(`this user is not allowed to listen on port ${port}. Set PORT to 1024 or above.`);
  return failStart(`cannot listen on HOST ${host}`, error);
}
