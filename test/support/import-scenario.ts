import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { startImporting } from '#areas/imports/run-imports.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Client, Reply, Service } from './running-app.ts';

/** Helpers for tests of imports. */

/** Uploads a file to its own link; returns its id. */
export async function upload(
  service: Pick<Service, 'app'>,
  client: Client,
  content: string | Buffer,
): Promise<string> {
  const { fileId, uploadUrl } = await client.must.post('/ext/v1/uploads');
  const reply = await sendTo(service, uploadUrl, content);
  if (reply.status !== 200) throw new Error(`the upload returned ${reply.status}: ${reply.text}`);
  return fileId;
}

export async function sendTo(
  { app }: Pick<Service, 'app'>,
  url: string,
  content: string | Buffer,
): Promise<{ status: number; text: string }> {
  const { pathname, search } = new URL(url);
  const payload = Buffer.from(content);
  const response = await app.server.inject({
    ...{ method: 'PUT', url: pathname + search, payload, headers: { 'content-type': 'text/csv' } },
  });
  return { status: response.statusCode, text: response.body };
}

const SILENT = new Proxy({}, { get: () => () => undefined }) as never;

/** Runs every due import of all organizations, as the worker would. */
export async function runImports({ app }: Pick<Service, 'app'>): Promise<void> {
  const { database, deployment } = app;
  const worker = startImporting({ database, deployment, logger: SILENT });
  const orgs = await database.transaction({ orgId: null, access: 'read', isDirectory: true }, async (tx) => {
    const { rows } = await sql<Org>`select org_id, id, environment from organizations`.execute(tx);
    return rows;
  });
  for (const org of orgs) worker.wake(org);
  await worker.idle();
  await worker.stop();
}

/** Imports a file and waits for its end; rows are the results, as `line id status error`. */
export async function importFile(
  service: Pick<Service, 'app'>,
  client: Client,
  { content, ...terms }: { content: string | Buffer; type: string } & Record<string, unknown>,
): Promise<{ done: Reply['body']; rows: string[] }> {
  const fileId = await upload(service, client, content);
  const { id } = await client.must.post('/ext/v1/imports', { ...terms, fileId });
  await runImports(service);
  const done = await client.must.get(`/ext/v1/imports/${id}`);
  return { done, rows: await resultsOf(service, done) };
}

export async function resultsOf({ app }: Pick<Service, 'app'>, done: Reply['body']): Promise<string[]> {
  if (!done.resultUrl) return [];
  const { pathname, search } = new URL(done.resultUrl);
  const { body } = await app.server.inject({ method: 'GET', url: pathname + search });
  const [, ...rows] = parse(body) as string[][];
  return rows.map((cells) => cells.join(' ').trim());
}
