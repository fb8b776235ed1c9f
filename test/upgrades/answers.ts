import type { App } from '#platform/app-parts.ts';
import { keepNumberSource } from '#platform/http/exact-json.ts';
import type { Client } from '#test/running-app.ts';

/** A request whose response a later version has to repeat. */
export interface Answer {
  /** The organization that is asked. */
  who: 'sandbox' | 'production' | 'everything';
  path: string;
  body: unknown;
}

/** Lists, of which each record is asked for by its id too. */
const LISTS: readonly (readonly [path: string, ...ofEach: string[]])[] = [
  ['/invoices?pageSize=50', '/invoices/{id}', '/ext/v1/invoices/{id}/explain'],
  ['/accounts?pageSize=50', '/accounts/{id}/wallet', '/accounts/{id}/credit_balance'],
  ['/customers?pageSize=50', '/customers/{id}'],
  ['/credits?pageSize=50', '/credits/{id}'],
  ['/payments?pageSize=50', '/payments/{id}'],
  ['/usage_meters?pageSize=50', '/usage_meters/{id}'],
  ['/v2/price_plans?pageSize=50', '/v2/price_plans/{id}', '/v2/price_plans/{id}/rate_cards'],
  ['/invoice_groups?pageSize=50', '/invoice_groups/{id}'],
  ['/features?pageSize=50', '/features/{id}'],
  ['/addons?pageSize=50'],
  ['/event_schema?pageSize=50'],
  ['/events?pageSize=50'],
  ['/settings?pageSize=50'],
  ['/aliases?pageSize=50'],
  ['/alerts?pageSize=50'],
  ['/license_updates?pageSize=50'],
  ['/ext/v1/webhooks'],
];
/** Members that are made anew for each response: links, cursors, ages, and what real time is. */
const OF_THE_MOMENT =
  /^(?:pdfUrl|nextToken|generatedAt|lastUsedAt|downloadUrl|updatedAt|refreshedAt|overdueDays)$/;

/** Everything that the present version answers. */
export async function askEverything(clients: Record<Answer['who'], Client>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const who of ['sandbox', 'production', 'everything'] as const) {
    for (const [list, ...ofEach] of LISTS) {
      const { status, body, text } = await clients[who].get(list);
      if (status !== 200) throw new Error(`GET ${list} of ${who} returned ${status}: ${text}`);
      answers.push({ who, path: list, body: exact(text) });
      const ids = ((body.data ?? []) as { id?: string }[]).map(({ id }) => id).filter(Boolean);
      for (const path of ids.flatMap((id) => ofEach.map((each) => each.replace('{id}', `${id}`)))) {
        const each = await clients[who].get(path);
        if (each.status === 200) answers.push({ who, path, body: exact(each.text) });
      }
    }
  }
  return answers;
}

/** Numbers keep the digits of the response. */
export function exact(text: string): unknown {
  return JSON.parse(text, keepNumberSource);
}

/** What a response lacks or has otherwise, as `path: was, is`; new members are none. */
export function findChanges(was: unknown, is: unknown, at = ''): string[] {
  if (Array.isArray(was) && Array.isArray(is)) {
    if (was.length !== is.length) return [`${at}: had ${was.length} entries, has ${is.length}`];
    return was.flatMap((each, index) => findChanges(each, is[index], `${at}[${index}]`));
  }
  if (isRecord(was) && isRecord(is))
    return Object.entries(was)
      .filter(([name]) => !OF_THE_MOMENT.test(name))
      .flatMap(([name, value]) => findChanges(value, is[name], `${at}.${name}`));
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  return [`${at}: was ${JSON.stringify(was)}, is ${JSON.stringify(is)}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Responses of the links to the PDFs of all issued invoices. */
export async function readPdfs(app: App, client: Client): Promise<string[]> {
  const { data } = await client.must.get('/invoices?pageSize=50');
  const read: string[] = [];
  for (const { id } of data as { id: string }[]) {
    const { pdfUrl } = await client.must.get(`/invoices/${id}`);
    if (!pdfUrl) continue;
    const { statusCode, body } = await app.server.inject({ url: pdfUrl });
    read.push(`${statusCode} ${body.slice(0, 5)}`);
  }
  return read;
}
