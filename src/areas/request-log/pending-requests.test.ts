import { expect, it } from 'vitest';
import type { Captured } from './capture-request.ts';
import { pendingRequests } from './pending-requests.ts';

const KEY = { orgId: 1, type: 'API_KEY', id: 'key.1', name: null } as const;
const request = (orgId: number, body = '', bodies: Captured['bodies'] = 'KEPT') =>
  ({ caller: { ...KEY, orgId }, bodies, requestBody: body, responseBody: null }) as unknown as Captured;

function open() {
  const missing: string[] = [];
  return { missing, pending: pendingRequests({ countMissing: (what) => missing.push(what) }) };
}

it('hands out batches of one organization, of at most 200 requests and 2 MB', () => {
  const { pending } = open();
  for (let i = 0; i < 450; i++) pending.add(request(1), 'success');
  for (let i = 0; i < 3; i++) pending.add(request(2, 'x'.repeat(1_500_000)), 'success');
  expect([...pending.takeAll()].map(({ orgId, requests }) => [orgId, requests.length])).toEqual([
    ...[
      [1, 200],
      [1, 200],
      [1, 50],
    ],
    ...[
      [2, 1],
      [2, 1],
      [2, 1],
    ],
  ]);
  expect(pending.isEmpty()).toBe(true);
});

it('counts what does not fit, and leaves room for other organizations', () => {
  const { pending, missing } = open();
  for (let i = 0; i < 2_600; i++) pending.add(request(1), 'success');
  pending.add(request(2), 'success');
  expect(missing).toHaveLength(100);
  const taken = [...pending.takeAll()];
  expect(taken.reduce((sum, { requests }) => sum + requests.length, 0)).toBe(2_501);
  expect(taken[0]?.missing).toEqual({ requests: 100, bodies: 0 });
});

it('says when there is no room for bodies', () => {
  const { pending, missing } = open();
  const half = 4 * 1024 * 1024;
  pending.add(request(1, 'x'.repeat(half)), 'success');
  expect([pending.hasRoom(1, half), pending.hasRoom(1, half + 1), pending.hasRoom(2, half + 1)]).toEqual([
    ...[true, false, true],
  ]);
  pending.add(request(1, '', 'BEHIND'), 'success');
  expect(missing).toEqual(['bodies']);
  [...pending.takeAll()];
  expect(pending.hasRoom(1, 2 * half)).toBe(true);
});

it('a recorded request that sends events stands for those before it, which nothing lacks', () => {
  const { pending, missing } = open();
  for (let i = 0; i < 41; i++) pending.omit(1, 'ingestion');
  pending.add(request(1), 'ingestion');
  pending.add(request(1), 'ingestion');
  pending.omit(1, 'success');
  const [taken] = [...pending.takeAll()];
  expect([taken?.requests.map(({ standsFor }) => standsFor), taken?.missing, missing]).toEqual([
    ...[[42, 1], { requests: 1, bodies: 0 }],
    ['requests'],
  ]);
});

it('takes back what could not be written, before what came meanwhile', () => {
  const { pending } = open();
  pending.add(request(1, 'a'), 'success');
  pending.omit(1, 'success');
  pending.noteUse(KEY, Temporal.Instant.from('2030-01-01T00:00:30Z'));
  const [taken] = [...pending.takeAll()];
  pending.add(request(1, 'b'), 'success');
  if (taken) pending.putBack(taken);
  const [again] = [...pending.takeAll()];
  expect(again?.requests.map(({ requestBody }) => requestBody)).toEqual(['a', 'b']);
  expect(again?.uses).toEqual([{ keyId: 'key.1', lastUsedAt: '2030-01-01T00:00:00Z' }]);
  expect(again?.missing.requests).toBe(1);
});

it('notes the use of a key once a minute', () => {
  const { pending } = open();
  const at = Temporal.Instant.from('2030-01-01T00:00:00Z');
  for (const seconds of [0, 20, 59]) pending.noteUse(KEY, at.add({ seconds }));
  expect([...pending.takeAll()]).toHaveLength(1);
  pending.noteUse(KEY, at.add({ seconds: 59 }));
  expect(pending.isEmpty()).toBe(true);
  pending.noteUse(KEY, at.add({ seconds: 60 }));
  expect(pending.isEmpty()).toBe(false);
});
