import { createServer, type ServerResponse } from 'node:http';
import { JSON_TYPE } from './broken-requests.ts';

/** The address at which the service will listen, taken before anything else is made. */
export interface HeldPort {
  /** To be called just before the service listens there itself. */
  release(): Promise<void>;
}

/**
 * Fails, as listening would, when the address cannot be had. Until it is released every caller is told that
 * the service starts: two services that start at one address do not both get as far as their data.
 */
export function holdPort(address: { host: string; port: number }): Promise<HeldPort> {
  const server = createServer((request, response) => {
    request.resume();
    if (/^(?:\/sandbox)?\/live$/.test(request.url ?? ''))
      say(response, { status: 200, body: { status: 'live' } });
    else say(response, { status: 503, body: { message: 'the service is starting' } });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve({ release: () => close(server) });
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

/** Resolves at once for one that is closed already. */
function close(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
