import type { ReadSetting } from './read-setting.ts';

/** How long people stay logged in, in milliseconds. */
export interface SessionLimits {
  /** A session that nobody uses for so long ends. */
  idleMs: number;
  /** A session ends so long after the login, however often it is used. */
  lifetimeMs: number;
  /** The value of a session's cookie is replaced so often. */
  rotationMs: number;
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const MAX_MS = 90 * DAY_MS;
/** The use of a session is noted once a minute. */
const MIN_MS = 5 * MINUTE_MS;
const DURATION = {
  parse: parseDuration,
  print: (ms: number) => (ms % DAY_MS === 0 ? `${ms / DAY_MS}d` : `${ms / HOUR_MS}h`),
  rule: 'must be a time from 5 minutes to 90 days such as 30m, 12h or 7d',
};

export function readSessionLimits(read: ReadSetting, wrong: string[]): SessionLimits {
  const limits = {
    idleMs: read('SESSION_IDLE_TIMEOUT', 12 * HOUR_MS, DURATION),
    lifetimeMs: read('SESSION_LIFETIME', 7 * DAY_MS, DURATION),
    rotationMs: read('SESSION_ROTATION', 4 * HOUR_MS, DURATION),
  };
  if (limits.idleMs > limits.lifetimeMs)
    wrong.push('SESSION_IDLE_TIMEOUT must not be longer than SESSION_LIFETIME');
  return limits;
}

function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
  return ms >= MIN_MS && ms <= MAX_MS ? ms : undefined;
}
