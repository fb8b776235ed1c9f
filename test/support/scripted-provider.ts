import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startCalling } from '#areas/payment-requests/call-providers.ts';
import { createLogger } from '#platform/log.ts';
import { outbound } from '#platform/outbound/outbound.ts';
import type { Client, Reply, Service } from './running-app.ts';
import { listOrgs } from './webhook-receiver.ts';

/**
 * A local payment provider, with the connector that calls the service. It behaves like a real one, and keeps
 * its own records: charges and refunds by key. A repeated key gets the first response again.
 */
export interface ScriptedProvider {
  url: string;
  /** Charges and refunds, by key. */
  charges: Map<string, Charge>;
  refunds: Map<string, Charge>;
  /** Every received request, including those without a response. */
  requested: { type: string; key: string; content: Reply['body'] }[];
  /** The result of a request or a refund; default: SUCCEED. */
  decide: (content: Reply['body']) => Decision;
  /** Faults of the next responses; OK once the list is empty. */
  faults: Fault[];
}

export interface Charge {
  id: string;
  /** The request or the refund. */
  about: string;
  amount: string;
}

export type Decision = 'SUCCEED' | 'REFUSE' | 'WAIT';
/** SILENT: done without a response. BROKEN: done with response 500. AWAY: 503 and nothing done. */
export type Fault = 'OK' | 'SILENT' | 'BROKEN' | 'AWAY';

export function useScriptedProvider(): ScriptedProvider {
  const provider: ScriptedProvider = {
    ...{ url: '', charges: new Map(), refunds: new Map(), requested: [], faults: [] },
    decide: () => 'SUCCEED',
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => serve(provider, JSON.parse(Buffer.concat(chunks).toString()), response));
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;
  });
  beforeEach(() => {
    provider.charges.clear();
    provider.refunds.clear();
    provider.requested.length = 0;
    provider.faults.length = 0;
    provider.decide = () => 'SUCCEED';
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return provider;
}

function serve(provider: ScriptedProvider, sent: Reply['body'], response: ServerResponse): void {
  const { type, idempotencyKey: key, ...content } = sent;
  const fault = type === 'customer.create' ? 'OK' : (provider.faults.shift() ?? 'OK');
  provider.requested.push({ type, key, content });
  if (fault === 'AWAY') {
    respond(response, 503, {});
    return;
  }
  const [status, body] = act(provider, { type, key, content });
  if (fault !== 'SILENT') respond(response, fault === 'BROKEN' ? 500 : status, body);
}

function act(
  provider: ScriptedProvider,
  { type, key, content }: { type: string; key: string; content: Reply['body'] },
): [status: number, body: object] {
  switch (type) {
    case 'customer.create':
      return [200, { customerId: `cus-${content.customer.id}` }];
    case 'payment_request.create':
      return perform(provider, provider.charges, { key, content, about: content.requestId });
    case 'refund.create':
      return perform(provider, provider.refunds, { key, content, about: content.refundId });
    case 'payment_request.cancel':
      return provider.charges.has(content.requestId)
        ? [400, { reason: 'it is paid' }]
        : [200, { status: 'CANCELLED' }];
    default:
      return [404, { reason: `what is ${type}` }];
  }
}

function perform(
  { decide }: ScriptedProvider,
  books: Map<string, Charge>,
  { key, content, about }: { key: string; content: Reply['body']; about: string },
): [status: number, body: object] {
  const decision = books.has(key) ? 'SUCCEED' : decide(content);
  const providerId = `prov-${about}`;
  if (decision === 'REFUSE') return [402, { reason: 'card declined' }];
  if (decision === 'WAIT')
    return [200, { status: 'PENDING', providerId, paymentLink: `https://pay.example/${about}` }];
  books.set(key, { id: providerId, about, amount: content.amount });
  return [200, { status: 'SUCCEEDED', providerId }];
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Completes a waiting charge or refund, as if the payer had followed the link. */
export function chargeLater(
  provider: ScriptedProvider,
  { about, amount }: { about: string; amount: string },
): void {
  provider.charges.set(about, { id: `prov-${about}`, about, amount });
}

/**
 * Calls providers that are due at an instant of real time, as the worker would, and settles the consequences.
 */
export async function callProviders(
  service: Service,
  { at = inAMoment(), timeoutMs = 400 }: { at?: Temporal.Instant; timeoutMs?: number } = {},
): Promise<void> {
  const { database, deployment } = service.app;
  const rules = { isHttpAllowed: true, arePrivateTargetsAllowed: true };
  const caller = startCalling({
    ...{ database, logger: createLogger('silent'), now: () => at },
    deployment: { ...deployment, outbound: outbound({ rules, timeoutMs }) },
  });
  for (const org of await listOrgs(service)) caller.wake(org);
  await caller.idle();
  await caller.stop();
  await service.sandbox.settle();
}

export function inAMoment(): Temporal.Instant {
  return Temporal.Now.instant().add({ seconds: 1 });
}

/** Connects an organization to a local provider; returns the secret. */
export async function connect(client: Client, provider: Pick<ScriptedProvider, 'url'>): Promise<string> {
  const sent = { kind: 'CONNECTOR', name: 'Scripted', url: provider.url };
  return (await client.must.put('/ext/v1/payment_provider', sent)).secret;
}

/** Connects it to another one, for some countries. */
export function connectFor(
  client: Client,
  provider: Pick<ScriptedProvider, 'url'>,
  terms: { name: string; countries: string[]; isDefault?: boolean },
): Promise<{ id: string; secret: string }> {
  return client.must.post('/ext/v1/payment_providers', { kind: 'CONNECTOR', url: provider.url, ...terms });
}

let events = 0;

/** A signed event from the provider; sending it again under the same id makes it a duplicate. */
export function signEvent(
  secret: string,
  content: object,
  { id = `evt-${++events}`, at = Temporal.Now.instant() }: { id?: string; at?: Temporal.Instant } = {},
) {
  const timestamp = String(Math.floor(at.epochMilliseconds / 1000));
  const payload = JSON.stringify(content);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64');
  return { id, timestamp, payload, signature: `v1,${signature}` };
}

export function say(client: Client, secret: string, content: object): Promise<Reply> {
  return client.post('/ext/v1/payment_provider/events', signEvent(secret, content));
}

/** `1 FAILED 100` for each request of an invoice, oldest first. */
export async function requestsOf(client: Client, invoiceId: string): Promise<string[]> {
  return (await listRequests(client, invoiceId)).map(
    ({ attempt, status, amount }) => `${attempt} ${status} ${amount}`,
  );
}

export async function listRequests(client: Client, invoiceId: string): Promise<Reply['body'][]> {
  const { data } = await client.must.get(`/ext/v1/payment_requests?invoice_id=${invoiceId}`);
  return data.toReversed();
}

/** Settings of a service whose connector may be local. */
export const LOCAL_CONNECTOR = { WEBHOOKS_ALLOW_HTTP: 'on', WEBHOOKS_ALLOW_PRIVATE: 'on' };
