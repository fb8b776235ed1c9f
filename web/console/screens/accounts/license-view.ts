import type { LicenseUpdate, NamedLicenseUpdate } from '../../../api/generated/types.ts';

export type LicenseState = 'CURRENT' | 'PAST' | 'FUTURE';

export interface LicenseLevel {
  id: string;
  update: LicenseUpdate;
  state: LicenseState;
}

/**
 * Quantities in the order in which they take effect, the latest first; of two at one instant, the one that
 * was made later counts. `updates` are the newest first.
 */
export function levelsOf(updates: readonly LicenseUpdate[], now: string): LicenseLevel[] {
  const current = new Set<string>();
  return updates
    .map((update, index) => ({ update, id: `${updates.length - index}` }))
    .sort((a, b) => (a.update.effectiveFrom < b.update.effectiveFrom ? 1 : -1) * differs(a.update, b.update))
    .map(({ update, id }) => {
      if (update.effectiveFrom > now) return { id, update, state: 'FUTURE' };
      if (current.has(update.licenseId)) return { id, update, state: 'PAST' };
      current.add(update.licenseId);
      return { id, update, state: 'CURRENT' };
    });
}

/** A stable sort keeps the order of those that take effect at once. */
function differs(a: LicenseUpdate, b: LicenseUpdate): 0 | 1 {
  return a.effectiveFrom === b.effectiveFrom ? 0 : 1;
}

/** A name is active from its instant on, until it is deactivated. */
export function nameState(
  { effectiveFrom = '', effectiveUntil }: NamedLicenseUpdate,
  now: string,
): LicenseState {
  if (effectiveUntil !== undefined && effectiveUntil <= now) return 'PAST';
  return effectiveFrom > now ? 'FUTURE' : 'CURRENT';
}
