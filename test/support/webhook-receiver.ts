import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startDelivering } from '#areas/webhooks/deliver.ts';
import type { LeasedWorker } from '#platform/jobs/leased-work.ts';
import { createLogger } from '#platform/log.ts';
import { outbound } from '#platform/outbound/outbound.ts';
import type { Client, Service } from './running-app.ts';

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A local receiver. `answer` is its response to each request; default 204. */
export interface Receiver {
  url: string;
  received: Received[];
  respond: (response: ServerResponse, request: Received) => void;
}

export function useReceiver(): Receiver {
  const respond = (response: ServerResponse) => respondWith(response, 204);
  const receiver: Receiver = { url: '', received: [], respond };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const received = { path: request.url ?? '', headers: request.headers, body };
      receiver.received.push(received);
      receiver.respond(response, received);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.respond = respond;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return receiver;
}

export function respondWith(response: ServerResponse, status: number, headers: Record<string, string> = {}) {
  response.writeHead(status, headers).end();
}

/** Settings of a service whose webhooks may call this machine. */
export const LOCAL_TARGETS = { WEBHOOKS_ALLOW_HTTP: 'on', WEBHOOKS_ALLOW_PRIVATE: 'on' };

/** Delivers what is due at an instant of real time, as the worker would, until nothing is due. */
export async function deliverAt(service: Service, at: Temporal.Instant): Promise<void> {
  const deliverer = delivererAt(service, () => at);
  for (const org of await listOrgs(service)) deliverer.wake(org);
  await deliverer.idle();
  await deliverer.stop();
}

/** A deliverer like that of a separate process. */
export function delivererAt(service: Service, now: () => Temporal.Instant, timeoutMs = 10_000): LeasedWorker {
  const { database, deployment } = service.app;
  const rules = { isHttpAllowed: true, arePrivateTargetsAllowed: true };
  return startDelivering({
    database,
    deployment: { ...deployment, outbound: outbound({ rules, timeoutMs }) },
    logger: createLogger('silent'),
    now,
  });
}

export function listOrgs({ app }: Service) {
  return app.database.transaction({ orgId: null, access: 'read', isDirectory: true }, (tx) =>
    tx.selectFrom('organizations').select(['orgId', 'id', 'environment']).orderBy('orgId').execute(),
  );
}

/** Real time, slightly later than every row stored so far. */
export function soon(): Temporal.Instant {
  return Temporal.Now.instant().add({ seconds: 1 });
}

/** A webhook for some types; returns the response of its creation. */
export function subscribe(
  client: Client,
  receiver: Pick<Receiver, 'url'>,
  types: string[],
): Promise<{ id: string; secret: string }> {
  return client.must.post('/ext/v1/webhooks', { url: `${receiver.url}/hook`, types });
}

export async function createCustomer(client: Client, id: string, name = 'Acme'): Promise<void> {
  await client.must.post('/customers', { id, name, primaryEmail: 'a@b.c', address: {} });
}
