import { createServer, type ServerResponse } from 'node:http';
import { JSON_TYPE } from './broken-requests.ts';

/** The address on which the service will listen, bound before the rest of the startup. */
export interface HeldPort {
  /** What callers are told from now on. */
  explain(why: string): void;
  /** Call just before the service itself listens there. */
  release(): Promise<void>;
}

/**
 * Rejects, as listening would, when the address is not available. Until it is released, every caller is told
 * that the service is starting. Of two services that start on one address, only one gets as far as its data.
 */
export function holdPort(address: { host: string; port: number }): Promise<HeldPort> {
  let why = 'the service is starting';
  const server = createServer((request, response) => {
    request.resume();
    if (/^(?:\/sandbox)?\/live$/.test(request.url ?? ''))
      say(response, { status: 200, body: { status: 'live' } });
    else say(response, { status: 503, body: { message: why } });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      const explain = (given: string) => {
        why = given;
      };
      resolve({ explain, release: () => close(server) });
    });
  });
}

function say(response: ServerResponse, { status, body }: { status: number; body: object }): void {
  response.writeHead(status, {
    ...{ 'content-type': JSON_TYPE, 'cache-control': 'no-store', connection: 'close' },
    ...(status === 503 && { 'error-code': 'NOT_READY', 'retry-after': '1' }),
  });
  response.end(JSON.stringify(body));
}

/** Resolves at once if the server is closed already. */
function close(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
