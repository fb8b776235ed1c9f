import type { TObject } from 'typebox';
import type { Operation } from '#platform/http/operation.ts';
import { EXAMPLES, type ExampleRequest } from './example-requests.ts';
import type { World } from './example-world.ts';
import { personOf } from './examples/person-of-world.ts';
import { BROWSER } from './people.ts';
import type { Client, Reply } from './running-app.ts';

/** Names of the path parameters of an operation. */
export function pathParameters(operation: Operation): string[] {
  return [...operation.route.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Path parameters with values of the product, the same for every organization. */
export const SHARED_IDS: Readonly<Record<string, string>> = {
  alert_template_id: 'USAGE_THRESHOLD',
  currency_id: 'EUR',
  currency: 'EUR',
  kind: 'TAX',
  scenario: 'A',
};

/** The path of an operation with parameters from `ids`; fails if one has no example. */
export function pathOf(operation: Operation, ids: Record<string, string>): string {
  return operation.route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name] ?? SHARED_IDS[name];
    if (id === undefined)
      throw new Error(`${operation.id}: add an example of {${name}} to test/support/example-world.ts`);
    return encodeURIComponent(id);
  });
}

/** The example request of an operation; fails if one with a body has none. */
export function exampleOf(operation: Operation, world: World): ExampleRequest {
  const example = EXAMPLES[operation.id]?.(world) ?? {};
  if (operation.request?.body && !example.body)
    throw new Error(`${operation.id}: add an example of its body to test/support/example-requests.ts`);
  return example;
}

/** The pages of the console. */
const AS_PAGE = { 'tallymark-session': '1', cookie: `tallymark_login=${BROWSER}` };

interface Sent {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** For a stream: the number of messages to wait for. */
  messages?: number;
}

/** Programs may call them, and are told that they cannot decide. */
const DECISIONS = new Set(['approveRequest', 'rejectRequest']);

/**
 * Sends any body, even text that is not JSON, to an operation; as the person of the client's world if only
 * people may use the operation.
 */
export function send(caller: Client, operation: Operation, sent: Sent): Promise<Reply> {
  const isForPeople = operation.needsUser || DECISIONS.has(operation.id);
  const client = isForPeople ? personOf(caller) : caller;
  const { path, body } = sent;
  const page = operation.beginsSession && AS_PAGE;
  const headers = page ? { ...page, ...sent.headers } : sent.headers;
  if (operation.stream) return glance(client, sent);
  switch (operation.method) {
    case 'GET':
      return client.get(path, headers);
    case 'DELETE':
      return client.delete(path, headers);
    default:
      return client[operation.method.toLowerCase() as 'post' | 'put' | 'patch'](path, body, headers);
  }
}

/** Prepares the world for an operation and sends its example. */
export async function sendExample(operation: Operation, world: World): Promise<Reply> {
  const { prepare, body, query } = exampleOf(operation, world);
  await prepare?.(world);
  const path = pathOf(operation, world.ids) + (query ? `?${query}` : '');
  return send(world.client, operation, { path, body, messages: 1 });
}

/** Opens a stream and disconnects; the body is the list of received messages. */
async function glance(client: Client, { path, headers, messages = 0 }: Sent): Promise<Reply> {
  const stream = await client.listen(path, headers);
  const isOpen = stream.status === 200;
  if (isOpen) await stream.heard(messages);
  await (isOpen ? stream.hangUp() : stream.ended);
  const text = stream.text();
  return {
    status: stream.status,
    body: isOpen ? stream.messages : JSON.parse(text),
    text,
    headers: stream.headers,
  };
}

/** Query parameters that an operation itself declares, without those of lists. */
export function ownQueryParameters(operation: Operation): string[] {
  const own = Object.keys((operation.request?.query as TObject | undefined)?.properties ?? {});
  return [...own, ...Object.keys(operation.stream?.filters ?? {})];
}
