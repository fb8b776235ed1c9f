import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startHookCalls } from '#areas/finalization-hooks/call-hooks.ts';
import { createLogger } from '#platform/log.ts';
import { outbound } from '#platform/outbound/outbound.ts';
import type { Client, Reply, Service } from './running-app.ts';
import { inAMoment } from './scripted-provider.ts';
import { listOrgs } from './webhook-receiver.ts';

/**
 * A local connector of finalization hooks with its own records: its effects by key. A repeated key gets the
 * first response again.
 */
export interface ScriptedHook {
  url: string;
  /** Its 2xx responses, by key. */
  effects: Map<string, object>;
  /** Every received request, including those without a response. */
  requested: { type: string; key: string; content: Reply['body'] }[];
  /** Status and body of a response; null: never responds. */
  decide: (content: Reply['body'], type: string) => ApiResponse | null;
}

export type ApiResponse = [status: number, body: object | string];

/** 20 % on everything; accepts registrations. */
export const AS_AGREED = (content: Reply['body'], type: string): ApiResponse =>
  type === 'tax.calculate'
    ? [200, { taxes: [{ name: 'VAT', rate: '0.20' }] }]
    : [200, { reference: `REG ${content.invoice.totalAmount}`, url: 'https://tax.example/reg' }];

export function useScriptedHook(): ScriptedHook {
  const hook: ScriptedHook = { url: '', effects: new Map(), requested: [], decide: AS_AGREED };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => serve(hook, JSON.parse(Buffer.concat(chunks).toString()), response));
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    hook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  beforeEach(() => {
    hook.effects.clear();
    hook.requested.length = 0;
    hook.decide = AS_AGREED;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return hook;
}

function serve(hook: ScriptedHook, sent: Reply['body'], response: ServerResponse): void {
  const { type, idempotencyKey: key, ...content } = sent;
  hook.requested.push({ type, key, content });
  const known = hook.effects.get(key);
  const reply: ApiResponse | null = known ? [200, known] : hook.decide(content, type);
  if (!reply) return;
  const [status, body] = reply;
  if (status === 200 && typeof body === 'object') hook.effects.set(key, body);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** Calls hooks that are due at an instant of real time, as the worker would, and settles the consequences. */
export async function callHooks(
  service: Service,
  {
    at = inAMoment(),
    timeoutMs = 400,
    client = service.sandbox,
  }: { at?: Temporal.Instant; timeoutMs?: number; client?: Client } = {},
): Promise<void> {
  const { database, deployment } = service.app;
  const rules = { isHttpAllowed: true, arePrivateTargetsAllowed: true };
  const caller = startHookCalls({
    ...{ database, logger: createLogger(process.env.TEST_LOG_LEVEL ?? 'silent'), now: () => at },
    deployment: { ...deployment, outbound: outbound({ rules, timeoutMs }) },
  });
  for (const org of await listOrgs(service)) caller.wake(org);
  await caller.idle();
  await caller.stop();
  await client.settle();
}

/** Repeats until no call is due: a registration follows the taxes. */
export async function callAllHooks(service: Service, hook: ScriptedHook): Promise<void> {
  for (let before = -1; before < hook.requested.length; ) {
    before = hook.requested.length;
    await callHooks(service);
  }
}

export function setHook(client: Client, hook: Pick<ScriptedHook, 'url'>, kind: 'TAX' | 'E_INVOICE') {
  return client.must.put(`/ext/v1/finalization_hooks/${kind}`, { url: hook.url });
}

export async function removeHooks(client: Client): Promise<void> {
  for (const kind of ['TAX', 'E_INVOICE']) await client.must.delete(`/ext/v1/finalization_hooks/${kind}`);
}
