import type { Quotas } from '../db/quotas.ts';
import { parseRate, type RateLimits } from '../http/rate-limits.ts';
import { QUOTA } from './forms.ts';
import type { ReadSetting } from './read-setting.ts';

const RATE = { parse: parseRate, rule: 'must be a rate <number>/<s, m or h> such as 300/m, or off' };
/** Without this limit, guessing of keys would not be counted. */
const RATE_ALWAYS = {
  parse: (text: string) => parseRate(text) ?? undefined,
  rule: 'must be a rate <number>/<s, m or h> such as 300/m',
};
const perSecond = (count: number) => ({ count, perMs: 1000 });

/** More than an integration needs, and less than would affect other callers. */
export function readRateLimits(read: ReadSetting): RateLimits {
  return {
    ingest: read('RATE_LIMIT_INGEST', perSecond(50_000), RATE),
    ingestBatch: read('RATE_LIMIT_INGEST_BATCH', perSecond(5_000), RATE),
    other: read('RATE_LIMIT_OTHER', perSecond(1_000), RATE),
    portal: read('RATE_LIMIT_PORTAL', perSecond(100), RATE),
    unauthenticated: read('RATE_LIMIT_UNAUTHENTICATED', { count: 300, perMs: 60_000 }, RATE_ALWAYS),
  };
}

export function readQuotas(read: ReadSetting): Quotas {
  return {
    customers: read('QUOTA_CUSTOMERS', null, QUOTA),
    accounts: read('QUOTA_ACCOUNTS', null, QUOTA),
    aliases: read('QUOTA_ALIASES', null, QUOTA),
    pricePlans: read('QUOTA_PRICE_PLANS', null, QUOTA),
    eventSchemas: read('QUOTA_EVENT_SCHEMAS', null, QUOTA),
    usageMeters: read('QUOTA_USAGE_METERS', null, QUOTA),
  };
}
