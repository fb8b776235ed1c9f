import type { Client, Reply, Service } from './running-app.ts';

/** Helpers for tests of reports. */

/** Requests a report and writes it. */
export async function makeReport(client: Client, body: object): Promise<Reply['body']> {
  const { id } = await client.must.post('/ext/v1/reports', body);
  await client.settle();
  return client.must.get(`/ext/v1/reports/${id}`);
}

/** The bytes of a report's file, from the link in the report. */
export async function fileOf(service: Service, report: Reply['body']): Promise<Buffer> {
  if (report.status !== 'COMPLETED')
    throw new Error(`the report is ${report.status} ${report.failureReason}`);
  const url = new URL(report.preSignedUrl);
  const response = await service.app.server.inject({ method: 'GET', url: url.pathname + url.search });
  if (response.statusCode !== 200) throw new Error(`the file returned ${response.statusCode}`);
  return response.rawPayload;
}

/** The lines of a report's file, cells joined by ` | `; the header first. */
export async function linesOf(service: Service, client: Client, body: object): Promise<string[]> {
  const bytes = await fileOf(service, await makeReport(client, body));
  return parseCsv(bytes.toString()).map((row) => row.join(' | '));
}

/** Parses RFC 4180 strictly: every cell in quotes, every line ended by CR LF. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const match = cell.exec(text);
    if (!match) throw new Error(`no cell begins at ${at}: ${text.slice(at, at + 40)}`);
    row.push((match[1] ?? '').replaceAll('""', '"'));
    if (match[2] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
