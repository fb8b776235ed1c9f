import type pg from 'pg';
import type { RunningService } from '../processes.ts';
import { accountName, copier } from './accounts.ts';

const AT_ONCE = 4;

type Send = (method: string, path: string, body?: unknown) => Promise<Record<string, never>>;

/** Payments, credits, wallets, notes and what is beside them, through the API. */
export async function makeRecords(
  send: Send,
  owner: pg.Client,
  { accounts }: { accounts: number },
): Promise<void> {
  const numbers = Array.from({ length: accounts }, (_, i) => i + 1);
  await send('POST', '/ext/v1/webhooks', {
    ...{ url: 'https://example.com/hook', types: ['payment.recorded', 'credit.granted'] },
  }).catch(() => undefined);
  await payInvoices(send, owner);
  await grantCredits(send, numbers);
  await inTurns(numbers.slice(0, accounts / 4), (n) =>
    send('POST', `/accounts/${accountName(n)}/wallet_topup`, { topupAmount: 20 + (n % 80) }),
  );
  await inTurns(numbers.slice(0, accounts / 4), (n) =>
    send('POST', '/ext/v1/notes', { accountId: accountName(n), text: `Called about invoice ${n}.` }),
  );
  await inTurns(numbers.slice(0, 3000), (n) =>
    send('POST', '/ext/v1/notes', { accountId: accountName(1), text: `Note ${n}` }),
  );
}

/** The invoices of the first month, each by a payment of its own. */
async function payInvoices(send: Send, owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ id: string; accountId: string; amount: string }>(
    `select id, account_id as "accountId", total_amount::text as amount from invoices
     where status in ('DUE', 'OVERDUE') and cycle_start::text like '2031-01%' order by id`,
  );
  await inTurns(rows, ({ id, accountId, amount }, n) =>
    send('POST', '/payments', {
      ...{ accountId, totalAmount: JSON.rawJSON(amount), currency: 'USD' },
      externalPaymentReference: {
        ...{ sourceName: 'Commerzbank', sourceType: 'BANK_TRANSFER', transactionNumber: `TX-${n}` },
      },
      lineItemRecords: [{ type: 'INVOICE', order: 1, platformId: id, amount: JSON.rawJSON(amount) }],
    }),
  );
}

async function grantCredits(send: Send, numbers: readonly number[]): Promise<void> {
  const hundreds = Array.from({ length: Math.ceil(numbers.length / 100) }, (_, i) =>
    numbers.slice(i * 100, i * 100 + 100),
  );
  await inTurns(hundreds, (hundred) =>
    send('POST', '/credits', {
      creditRequests: hundred.map((n) => ({
        ...{ accountId: accountName(n), purpose: `Goodwill ${n}`, creditAmount: 5 + (n % 20) },
        ...{ effectiveFrom: '2031-04-01', effectiveUntil: '2032-04-01', priority: 1 },
      })),
    }),
  );
}

async function inTurns<T>(
  all: readonly T[],
  run: (each: T, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const walk = async () => {
    for (let i = next++; i < all.length; i = next++) await run(all[i] as T, i);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}

/** The requests that the service logged, as many as in a busy week. */
export async function multiplyLogs(owner: pg.Client, times: number): Promise<void> {
  const copy = copier(owner);
  await copy(
    'logged_requests',
    'true',
    { from: 1, to: times },
    {
      ...{ id: `'req.' || n`, at: `source.at - n * interval '2 seconds'`, request_id: `'request-' || n` },
      status: `case when n % 50 = 0 then 400 else source.status end`,
      error_code: `case when n % 50 = 0 then 'bad_request' end`,
    },
  );
}

export function sending({ url, sandboxKey }: RunningService): Send {
  const headers = { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' };
  return async (method, path, body) => {
    const response = await fetch(`${url}/sandbox${path}`, {
      ...{ method, headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}
