import type { Post } from '../billed-accounts.ts';
import { ALIAS_EVERY, accountName, aliasName } from './accounts.ts';
import { MODELS } from './catalog.ts';

const BATCH = 1000;
const AT_ONCE = 4;
/** One of so many events is not counted: an account that nobody has, a model of no meter, a missing value. */
const UNKNOWN_ACCOUNT_EVERY = 400;
const NEW_MODEL_EVERY = 300;
const WITHOUT_VALUE_EVERY = 500;

export const eventName = (n: number) => `evt-${String(n).padStart(8, '0')}`;

/** Events `from` to `until`, sent through ingestion, with times between the days of a month. */
export async function sendEvents(
  post: Post,
  span: { from: number; until: number; accounts: number; start: string; days: number },
): Promise<void> {
  let next = span.from;
  const send = async () => {
    while (next < span.until) {
      const first = next;
      next = Math.min(first + BATCH, span.until);
      const events = Array.from({ length: next - first }, (_, i) => makeEvent(first + i, span));
      await post('/ingestBatch', { events });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}

function makeEvent(n: number, { accounts, start, days }: { accounts: number; start: string; days: number }) {
  // A multiplier without common factors spreads neighbours over all accounts and times.
  const account = 1 + ((n * 7919) % accounts);
  const ms = (n * 104_729) % (days * 86_400_000);
  const isStorage = n % 4 === 0;
  return {
    ...{ id: eventName(n), schemaName: isStorage ? 'storage' : 'inference' },
    accountId: sender(n, account),
    timestamp: new Date(Date.parse(start) + ms).toISOString(),
    attributes: isStorage ? storageOf(n) : tokensOf(n),
    dimensions: isStorage
      ? { region: n % 3 ? 'eu' : 'us' }
      : {
          model: n % NEW_MODEL_EVERY === 1 ? `preview-${n % 900}` : (MODELS[n % MODELS.length] ?? ''),
          region: n % 3 ? 'eu' : 'us',
        },
  };
}

function sender(n: number, account: number): string {
  if (n % UNKNOWN_ACCOUNT_EVERY === 2) return `unknown-${n % 1000}`;
  return account % ALIAS_EVERY === 0 && n % 2 ? aliasName(account) : accountName(account);
}

function storageOf(n: number) {
  const value = `${n % 40}.${10 + (n % 90)}`;
  return n % WITHOUT_VALUE_EVERY === 0 ? [] : [{ name: 'gb_hours', value }];
}

function tokensOf(n: number) {
  return [
    { name: 'tokens_in', value: String(100 + (n % 900)) },
    { name: 'tokens_out', value: String(10 + (n % 300)) },
    { name: 'seconds', value: `${n % 60}.${10 + (n % 90)}` },
  ];
}
