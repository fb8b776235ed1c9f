import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes traces, and does nothing with them. */
export async function startCollector(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
