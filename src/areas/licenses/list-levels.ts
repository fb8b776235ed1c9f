import { ZERO } from '#core/decimal.ts';
import type { LevelStep } from '#core/licenses/levels.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { selectLevels } from './store/levels.ts';

/**
 * The license levels of each requested account: first the level at `from`, 0 if there is none, then every
 * change in `(from, until)`, ascending.
 */
export async function listLicenseLevels(
  tx: Tx,
  org: Org,
  range: {
    accountId: string;
    licenseIds: readonly string[];
    from: Temporal.Instant;
    until: Temporal.Instant;
  },
): Promise<Map<string, LevelStep[]>> {
  const levels = new Map<string, LevelStep[]>();
  for (const id of range.licenseIds) levels.set(id, [{ at: range.from, quantity: ZERO }]);
  if (levels.size === 0) return levels;
  for (const { licenseId, ...step } of await selectLevels(tx, org, {
    ...range,
    licenseIds: [...levels.keys()],
  })) {
    const steps = levels.get(licenseId) ?? [];
    const last = steps.at(-1);
    if (step.at.equals(range.from)) steps.splice(0, 1, step);
    else if (!last?.quantity.eq(step.quantity)) steps.push(step);
  }
  return levels;
}
