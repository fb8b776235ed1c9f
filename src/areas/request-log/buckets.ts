/** What a process records of one organization: `count` at once, and `perSecond` for as long as it takes. */
interface Allowance {
  count: number;
  perSecond: number;
}

export type Kind = 'success' | 'rejection' | 'ingestion' | 'bytes';

/**
 * Far above what an integration sends, except for events: those of one second look like those of the next, so
 * one request a second is recorded and stands for the others. Together, an organization that sends without a
 * pause fills at most 10 GB a day and process (docs/decisions/0136).
 */
const ALLOWANCES: Record<Kind, Allowance> = {
  success: { count: 2_000, perSecond: 50 },
  rejection: { count: 2_000, perSecond: 50 },
  ingestion: { count: 5, perSecond: 1 },
  bytes: { count: 16 * 1024 * 1024, perSecond: 32 * 1024 },
};
const MAX_ORGANIZATIONS = 10_000;

export interface Buckets {
  /** Takes `amount` if that much is left. */
  take(orgId: number, kind: Kind, amount?: number): boolean;
}

/** Allowances by organization, in memory: those that were idle longest are dropped, and full again. */
export function buckets(nowMs: () => number = () => performance.now()): Buckets {
  const states = new Map<string, { left: number; at: number }>();
  return {
    take: (orgId, kind, amount = 1) => {
      const { count, perSecond } = ALLOWANCES[kind];
      const [key, now] = [`${kind} ${orgId}`, nowMs()];
      const state = states.get(key) ?? { left: count, at: now };
      states.delete(key);
      states.set(key, state);
      if (states.size > MAX_ORGANIZATIONS * 4) states.delete(states.keys().next().value ?? '');
      state.left = Math.min(count, state.left + ((now - state.at) / 1000) * perSecond);
      state.at = now;
      if (state.left < amount) return false;
      state.left -= amount;
      return true;
    },
  };
}
