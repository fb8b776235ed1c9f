import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLogOf, seal } from '#test/audit-log.ts';
import { parseCsv } from '#test/report-scenario.ts';
import { type Client, client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
beforeAll(async () => {
  ({ sandbox } = service);
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sandbox.post('/addons', { name: '=first', type: 'FIXED_FEE' }, { 'x-request-id': '-first-request' });
  await sandbox.setClock('2030-01-02T00:00:00Z');
  await sandbox.must.post('/addons', { name: 'second "line"', type: 'LICENSE' });
  const members = { name: 'Acme', primaryEmail: 'a@b.c', address: {} };
  await sandbox.post('/customers', { ...members, id: 'acme' });
  await seal(service);
});

const send = (body: object) => sandbox.post('/ext/v1/audit_log_exports', body);
async function read(body: object): Promise<{ made: Reply['body']; text: string; type: unknown }> {
  const { id } = await sandbox.must.post('/ext/v1/audit_log_exports', body);
  await sandbox.settle();
  const made = await sandbox.must.get(`/ext/v1/audit_log_exports/${id}`);
  const { pathname, search } = new URL(made.downloadUrl);
  const file = await service.app.server.inject({ method: 'GET', url: pathname + search });
  return { made, text: file.payload, type: file.headers['content-type'] };
}
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The reader of docs/audit-log.md. */
async function breaksOf(text: string): Promise<string[]> {
  const { readFile } = await import('node:fs/promises');
  const page = await readFile(new URL('../../../../docs/audit-log.md', import.meta.url), 'utf8');
  const code = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const { findBreaks } = (await import(/* @vite-ignore */ url)) as { findBreaks(path: string): string[] };
  const path = join(tmpdir(), `tallymark-export-${process.pid}.ndjson`);
  await writeFile(path, text);
  return findBreaks(path);
}

describe('POST /ext/v1/audit_log_exports', () => {
  it('201 and a file with every sealed entry, which its reader can verify', async () => {
    const { made, text, type } = await read({ format: 'NDJSON' });
    const lines = linesOf(text);
    expect(type).toBe('application/x-ndjson');
    expect(made).toMatchObject({
      ...{ status: 'COMPLETED', format: 'NDJSON', filters: {}, afterNumber: 0, isComplete: true },
      ...{ entryCount: lines.length, lastNumber: lines.length },
    });
    expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
    const listed = (await auditLogOf(sandbox)).slice(0, lines.length);
    expect(lines.map(({ sealedText, ...entry }) => entry)).toEqual(listed);
    expect(await breaksOf(text)).toEqual([]);
    // What was changed, and what was taken out so that nobody should miss it, is found.
    const changed = text.replace('=first', '=other').replace('=first', '=other');
    expect((await breaksOf(changed)).length).toBe(1);
    const second = { ...lines[1], previousHash: lines[1].hash };
    expect((await breaksOf(text.replace(/\n.*\n/, `\n${JSON.stringify(second)}\n`))).length).toBe(2);
  });

  it('201 as CSV without formulas, with the same entries', async () => {
    const { text, type } = await read({ format: 'CSV', filters: { entityTypes: ['ADD_ON'] } });
    const [head = [], ...rows] = parseCsv(text);
    expect(type).toBe('text/csv; charset=utf-8');
    expect(head).toEqual([
      ...['number', 'id', 'at', 'writtenAt', 'actorType', 'actorId', 'actorContact'],
      ...['actorAddress', 'actorName', 'approverId', 'approverName', 'approvalId'],
      ...['requestId', 'operationId', 'entityType', 'entityId', 'action', 'before', 'after'],
      ...['previousHash', 'hash', 'erasedHash', 'sealedText'],
    ]);
    const { text: whole } = await read({ format: 'NDJSON', filters: { entityTypes: ['ADD_ON'] } });
    const cells = rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])));
    expect(cells.map(({ hash, sealedText, at }) => ({ hash, sealedText, at }))).toEqual(
      linesOf(whole).map(({ hash, sealedText, at }) => ({ hash, sealedText, at })),
    );
    expect(cells[0]?.requestId).toBe("'-first-request");
    for (const row of rows.flat()) expect(row).not.toMatch(/^[=+@-]/);
  });

  it.each([
    [{ entityTypes: ['ADD_ON'] }, 2],
    [{ entityTypes: ['ADD_ON', 'CUSTOMER'] }, 3],
    [{ entityTypes: ['CUSTOMER'], entityId: 'acme' }, 1],
    [{ entityId: 'nothing' }, 0],
    [{ requestId: '-first-request' }, 1],
    [{ operationId: 'createAddOn' }, 2],
    [{ entityTypes: ['ADD_ON'], actions: ['UPDATED', 'DELETED'] }, 0],
    [{ entityTypes: ['ADD_ON'], actorTypes: ['SYSTEM'] }, 0],
    [{ entityTypes: ['ADD_ON'], actorId: 'nobody' }, 0],
    [{ entityTypes: ['ADD_ON'], from: '2030-01-02T00:00:00Z' }, 1],
    [{ entityTypes: ['ADD_ON'], to: '2030-01-02T00:00:00Z' }, 1],
  ])('201 for %j with %i entries', async (filters, entryCount) => {
    const { made, text } = await read({ format: 'NDJSON', filters });
    expect(made.entryCount).toBe(entryCount);
    const shown = { ...filters, ...('from' in filters && { from: '2030-01-02T00:00:00.000Z' }) };
    expect(made.filters).toEqual({ ...shown, ...('to' in filters && { to: '2030-01-02T00:00:00.000Z' }) });
    expect(text === '' ? 0 : linesOf(text).length).toBe(entryCount);
    if (text !== '') expect(await breaksOf(text)).toEqual([]);
  });

  it('201 from behind a number, and without what is not sealed', async () => {
    await sandbox.must.post('/addons', { name: 'unsealed', type: 'FIXED_FEE' });
    const whole = linesOf((await read({ format: 'NDJSON' })).text);
    const { made, text } = await read({ format: 'NDJSON', afterNumber: 2 });
    expect(linesOf(text)).toEqual(whole.slice(2));
    expect([made.afterNumber, made.lastNumber]).toEqual([2, whole.length]);
    expect(text).not.toContain('unsealed');
  });

  it('201, and the audit log says who asked for what', async () => {
    const { made } = await read({ format: 'CSV', filters: { actorId: 'somebody' } });
    const [requested] = await auditLogOf(sandbox, `entity_type=AUDIT_EXPORT&entity_id=${made.id}`);
    expect(requested).toMatchObject({
      ...{ action: 'CREATED', operationId: 'createAuditExport', actor: { type: 'API_KEY' } },
      after: { format: 'CSV', filters: { actorId: 'somebody' } },
    });
  });

  it.each([
    [{}, /^format: is required$/],
    [{ format: 'PDF' }, /^format: must be one of CSV, NDJSON$/],
    [{ format: 'CSV', filters: { entityTypes: ['TABLE'] } }, /^filters.entityTypes\[0\]: must be one of/],
    [{ format: 'CSV', filters: { entityTypes: [] } }, /^filters.entityTypes: /],
    [{ format: 'CSV', filters: { from: 'yesterday' } }, /^filters.from: must be an ISO 8601 date-time/],
    [{ format: 'CSV', filters: { who: 'x' } }, /^unknown field filters.who$/],
    [{ format: 'CSV', afterNumber: -1 }, /^afterNumber: must be at least 0$/],
    [
      { format: 'CSV', filters: { from: '2030-01-02T00:00:00Z', to: '2030-01-01T00:00:00Z' } },
      /^filters.from: must not be after filters.to$/,
    ],
  ])('400 for %j', async (body, message) => {
    const reply = await send(body);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('403 without org:read, and the file is nobody else’s: 404 with files:read alone', async () => {
    const key = async (scopes: string[]) => {
      const { secret } = await sandbox.must.post('/ext/v1/api_keys', { name: scopes.join(), scopes });
      return client(service.app, '/sandbox', secret);
    };
    const outsider = await key(['files:read']);
    expect((await outsider.post('/ext/v1/audit_log_exports', { format: 'CSV' })).status).toBe(403);
    const { made } = await read({ format: 'CSV' });
    for (const path of [`/files/${made.fileId}`, `/files/${made.fileId}/download_url`]) {
      expect((await outsider.get(path)).status).toBe(404);
      expect((await (await key(['files:read', 'org:read'])).get(path)).status).toBeLessThan(400);
    }
  });

  it('429 when five are queued', async () => {
    const replies: number[] = [];
    for (let i = 0; i < 6; i++) replies.push((await send({ format: 'CSV' })).status);
    expect(replies).toEqual([201, 201, 201, 201, 201, 429]);
    await sandbox.settle();
    expect((await send({ format: 'CSV' })).status).toBe(201);
  });
});
