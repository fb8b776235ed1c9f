import type { Api } from '../api.ts';
import { ACCOUNTS, type DemoAccount } from './accounts.ts';
import type { Calendar } from './calendar.ts';
import { randomOf } from './random.ts';
import { completion, type DemoEvent } from './usage.ts';

/** What the demo has to show besides ordinary traffic, each where it is found in the console. */

/** Gale runs a campaign: seven times its usage from 12 November. */
export const SURGE = { accountId: 'gale-shops', factor: 7, fromDay: 12 };
/**
 * Halcyon runs a job every hour of November, beside its other traffic, and sends nothing at all in the nine
 * hours before the demo begins.
 */
export const SILENCE = { accountId: 'halcyon-games', hours: 9 };
/** A deployment of Bluefin sends the alias `bluefin-eu` with a typing error. */
export const TYPO = { alias: 'bluefln-eu', events: 214 };
/** Aurora uses a model that has no price. */
export const UNPRICED = { model: 'nimbus-vision', events: 46 };
/** A server of Dune was offline on 31 October, and sends its events within the grace period. */
export const LATE = { accountId: 'dune-maps', events: 180 };

/** What is sent last: it tells whether the sandbox is filled. */
export const LAST_EVENT = `vision-${UNPRICED.events}`;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How much an account uses on a day of November, compared with a normal day. */
export function factorOf(account: DemoAccount, day: Temporal.PlainDate): number {
  const isSurge = account.id === SURGE.accountId && day.month === 11 && day.day >= SURGE.fromDay;
  return isSurge ? SURGE.factor : 1;
}

/** When the events of an account end. */
export function endOf(account: DemoAccount, now: Temporal.Instant): Temporal.Instant {
  return account.id === SILENCE.accountId ? now.subtract({ hours: SILENCE.hours }) : now;
}

export function typoEvents({ at }: Calendar): DemoEvent[] {
  return series('typo', {
    account: TYPO.alias,
    count: TYPO.events,
    end: at(11, 29, 8),
    everyMs: 9 * MINUTE_MS,
  });
}

/** The hourly job of Halcyon, up to its silence. */
export function hourlyEvents({ now, at }: Calendar): DemoEvent[] {
  const end = now.subtract({ hours: SILENCE.hours, minutes: 40 });
  const count = Math.floor(at(11, 1).until(end).total('hours')) + 1;
  const model = 'nimbus-mini';
  return series('hourly', { account: SILENCE.accountId, count, end, everyMs: HOUR_MS, model });
}

export function unpricedEvents({ at }: Calendar): DemoEvent[] {
  const { model, events: count } = UNPRICED;
  const wanted = { account: 'aurora-production', count, end: at(11, 28, 17), everyMs: 11 * MINUTE_MS, model };
  return series('vision', wanted);
}

export function lateEvents({ at }: Calendar): DemoEvent[] {
  const { accountId: account, events: count } = LATE;
  return series('late', { account, count, end: at(10, 31, 23), everyMs: 4 * MINUTE_MS });
}

interface Series {
  account: string;
  count: number;
  /** The time of the last event; the others are before it, one every `everyMs`. */
  end: Temporal.Instant;
  everyMs: number;
  model?: string;
}

function series(name: string, { account, count, end, everyMs, model }: Series): DemoEvent[] {
  const random = randomOf(name);
  return Array.from({ length: count }, (_, index) => ({
    ...{ id: `${name}-${index + 1}`, accountId: account },
    timestamp: end.subtract({ milliseconds: (count - 1 - index) * everyMs }).toString(),
    ...completion(random, model),
  }));
}

/** Credits of Cobalt that expire before its invoice for November is due, and those of a contract of Fjord. */
export async function grantCredits(call: Api['call'], { day }: Calendar): Promise<void> {
  await call('POST', '/credits', {
    creditRequests: [
      {
        ...{ accountId: 'cobalt-clinics', purpose: 'Launch partner', creditAmount: 150, priority: 1 },
        ...{ effectiveFrom: day(11, 1), effectiveUntil: day(12, 8), idempotencyKey: 'cobalt-launch' },
      },
      {
        ...{ accountId: 'fjord-assistants', purpose: 'Annual credits', creditAmount: 10_000, priority: 1 },
        ...{ effectiveFrom: day(9, 1), effectiveUntil: day(12, 31), idempotencyKey: 'fjord-annual' },
      },
    ],
  });
}

/** A wallet of Ember with less money than its alert wants. */
export async function fillWallet(call: Api['call']): Promise<void> {
  await call('POST', '/accounts/ember-studio/wallet_topup', { topupAmount: 40 });
  await call('POST', '/alerts', {
    ...{ alertTemplateId: 'WALLET_BALANCE', interval: '60', validity: 2_592_000, status: 'ACTIVE' },
    ...{ description: 'Wallet of Ember below 100 USD', ownerDetails: { accountId: 'ember-studio' } },
    parameters: { threshold: 100 },
  });
}

/** Events of a moment, for as long as somebody watches; `run` makes their ids unique. */
export function liveEvents(run: string): (timestamp: string, index: number) => DemoEvent {
  const random = randomOf(run);
  const active = ACCOUNTS.flatMap(({ id }) => (id === SILENCE.accountId ? [] : [id]));
  return (timestamp, index) => {
    const accountId = active[Math.floor(random() * active.length)] ?? '';
    return { id: `${run}-${index}`, accountId, timestamp, ...completion(random) };
  };
}
