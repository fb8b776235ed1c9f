import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  ParentBasedSampler,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { recordWith, stopRecording } from '#platform/traces/start-traces.ts';
import { ride, sellRides } from '#test/metering-scenario.ts';
import { listenOnce } from '#test/open-stream.ts';
import { type Client, useService } from '#test/running-app.ts';
import {
  createCustomer,
  deliverAt,
  LOCAL_TARGETS,
  soon,
  subscribe,
  useReceiver,
} from '#test/webhook-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = 'b7ad6b7169203331';
const RECORDED = `00-${TRACE}-${CALLER}-01`;
const NOT_RECORDED = `00-${TRACE}-${CALLER}-00`;

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  const sampler = new ParentBasedSampler({ root: new AlwaysOnSampler() });
  recordWith(new SimpleSpanProcessor({ exporter }), { sampler });
});
const service = useService(LOCAL_TARGETS, { own: 'its requests are traced' });
const receiver = useReceiver();
afterAll(stopRecording);

let client: Client;
beforeAll(async () => {
  client = service.sandbox;
  await sellRides(client, ['a1']);
});
beforeEach(() => exporter.reset());

const spans = () => exporter.getFinishedSpans();
const named = (name: string | RegExp) =>
  spans().filter((each) => (typeof name === 'string' ? each.name === name : name.test(each.name)));
const only = (name: string | RegExp): ReadableSpan => {
  const [span, ...others] = named(name);
  if (!span || others.length > 0)
    throw new Error(
      `${name}: ${spans()
        .map((each) => each.name)
        .join(', ')}`,
    );
  return span;
};
const childrenOf = (parent: ReadableSpan) =>
  spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId);

it('a request is a span in the trace of its caller, with what it did in the database below it', async () => {
  const { status } = await client.get('/accounts/a1', { traceparent: RECORDED });
  expect(status).toBe(200);
  const request = only(/^GET /);
  expect(request.name).toBe('GET /sandbox/accounts/:account_id');
  expect(request.kind).toBe(SpanKind.SERVER);
  expect(request.spanContext().traceId).toBe(TRACE);
  expect(request.parentSpanContext?.spanId).toBe(CALLER);
  expect(request.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/sandbox/accounts/:account_id',
    'http.response.status_code': 200,
    'tallymark.operation': 'getAccount',
    'tallymark.organization': 'default',
    'tallymark.environment': 'sandbox',
  });
  const statements = childrenOf(request);
  expect(statements.length).toBeGreaterThan(0);
  for (const { kind, attributes, name } of statements) {
    expect([name, kind]).toEqual(['SELECT', SpanKind.CLIENT]);
    expect(attributes['db.system.name']).toBe('postgresql');
    expect(attributes['db.query.text']).not.toContain('a1');
  }
});

it('a write shows its transaction, and after a body still belongs to its request', async () => {
  const headers = { traceparent: RECORDED };
  const customer = { id: 'traced', name: 'Traced', primaryEmail: 'a@b.c', address: {} };
  const { status, text } = await client.post('/customers', customer, headers);
  expect([status, text]).toEqual([201, expect.any(String)]);
  const request = only('POST /sandbox/customers');
  const transaction = childrenOf(request).find(({ name }) => name === 'transaction');
  if (!transaction) throw new Error('no transaction');
  expect(childrenOf(transaction).map(({ name }) => name)).toContain('INSERT');
  for (const each of spans()) expect(each.spanContext().traceId).toBe(TRACE);
});

it('a body that comes later than its headers belongs to its request', async () => {
  const port = await listenOnce(service.app.server);
  const headers = {
    ...{ authorization: `Bearer ${client.key}`, 'content-type': 'application/json', traceparent: RECORDED },
  };
  const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/sandbox/customers', headers });
  call.flushHeaders();
  await sleep(50);
  call.end(JSON.stringify({ id: 'slow', name: 'Slow', primaryEmail: 'a@b.c', address: {} }));
  const [response] = await once(call, 'response');
  response.resume();
  expect(response.statusCode).toBe(201);
  await vi.waitFor(() => only('POST /sandbox/customers'));
  expect(childrenOf(only('POST /sandbox/customers')).map(({ name }) => name)).toContain('transaction');
});

it('requests that are served together are not mixed up', async () => {
  const ask = (digit: string) => {
    const headers = {
      authorization: `Bearer unknown-key-${digit}`,
      traceparent: `00-${digit.repeat(32)}-${CALLER}-01`,
    };
    return service.app.server.inject({ url: '/sandbox/accounts/a1', headers });
  };
  const digits = ['1', '2', '3'];
  const statuses = (await Promise.all(digits.map(ask))).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([401, 401, 401]);
  for (const each of named(/^GET /)) expect(childrenOf(each).map(({ name }) => name)).toEqual(['SELECT']);
});

it('a caller that does not record its trace costs no span', async () => {
  await client.get('/accounts/a1', { traceparent: NOT_RECORDED });
  expect(spans()).toEqual([]);
});

it.each(['x', `00-${'0'.repeat(32)}-${CALLER}-01`, `ff-${TRACE}-${CALLER}-01`, 'a'.repeat(5_000)])(
  'a traceparent that is none begins a trace: %.20s',
  async (traceparent) => {
    expect((await client.get('/accounts/a1', { traceparent })).status).toBe(200);
    const request = only(/^GET /);
    expect(request.parentSpanContext).toBe(undefined);
    expect(request.spanContext().traceId).not.toBe(TRACE);
  },
);

it('a failure has its kind, and nothing that a caller wrote', async () => {
  await client.get('/accounts/secret-name', { traceparent: RECORDED });
  const request = only(/^GET /);
  expect(request.attributes['http.response.status_code']).toBe(404);
  expect(request.attributes['error.type']).toBe(undefined);
  expect(JSON.stringify(spans().map(({ name, attributes }) => [name, attributes]))).not.toContain('secret');
});

it('events that are stored together are a trace of their own, linked to each request', async () => {
  const traces = ['1', '2', '3'].map((digit) => digit.repeat(32));
  const sent = traces.map((trace, n) =>
    client.post(
      '/ingest',
      { event: ride(`traced-${n}`, { dimensions: { city: 'Oslo', order: String(n) } }) },
      { traceparent: `00-${trace}-${CALLER}-01` },
    ),
  );
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([202, 202, 202]);
  const groups = named('group');
  const linked = groups.flatMap(({ links }) => links.map(({ context }) => context.traceId));
  expect(linked.toSorted()).toEqual(traces);
  for (const group of groups) {
    expect(traces).not.toContain(group.spanContext().traceId);
    expect(childrenOf(group).length).toBeGreaterThan(0);
  }
});

it('work that is due has a trace, linked to the request that moved the clock', async () => {
  await client.must.put('/ext/v1/clock', { now: '2030-02-02T00:00:00Z' });
  const move = only('PUT /sandbox/ext/v1/clock');
  const works = spans().filter(({ attributes }) => attributes['tallymark.work.key'] !== undefined);
  expect(works.length).toBeGreaterThan(0);
  for (const work of works) {
    expect(work.attributes['tallymark.organization']).toBe('default');
    expect(work.spanContext().traceId).not.toBe(move.spanContext().traceId);
    expect(work.links.map(({ context }) => context.traceId)).toEqual([move.spanContext().traceId]);
  }
  expect(works.flatMap(childrenOf).map(({ name }) => name)).toContain('INSERT');
});

it('a delivery is a trace that its receiver can go on with', async () => {
  await subscribe(client, receiver, ['customer.created']);
  await createCustomer(client, 'delivered');
  exporter.reset();
  await deliverAt(service, soon());
  const delivery = only('webhooks');
  expect(delivery.kind).toBe(SpanKind.PRODUCER);
  const call = only('POST');
  expect(call.parentSpanContext?.spanId).toBe(delivery.spanContext().spanId);
  expect(call.attributes).toEqual({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(receiver.url).port),
    'http.response.status_code': 204,
  });
  const { traceId, spanId } = call.spanContext();
  expect(receiver.received.map(({ headers }) => headers.traceparent)).toEqual([`00-${traceId}-${spanId}-01`]);
});
