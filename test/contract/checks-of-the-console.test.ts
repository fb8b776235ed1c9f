import { expect, it } from 'vitest';
import { checkTermsProblem, readCheckTerms } from '#core/invoice-checks/index.ts';
import { DEFAULT_LEVELS, RULES, THRESHOLDS } from '../../web/console/screens/bill-runs/check-rules.ts';

/** The console shows the defaults of checks, which the API does not tell. */

it('shows the defaults of the service', () => {
  const { levels, unusual, gap, rejected, required } = readCheckTerms({});
  const { CANNOT_BE_ISSUED: _, ...others } = levels;
  expect(DEFAULT_LEVELS).toEqual(others);
  expect(THRESHOLDS).toEqual({
    AMOUNT_UNUSUAL: {
      ...{ above: String(unusual.above), below: String(unusual.below) },
      difference: String(unusual.difference),
    },
    USAGE_GAP: { hours: String(gap.hours), share: String(gap.share) },
    EVENTS_REJECTED: { percent: String(rejected.percent) },
  });
  expect(required).toEqual(['ADDRESS', 'EMAIL']);
});

it.each(['BLOCK', 'WARN', 'INFO', 'OFF'])('offers the level %s for rules that take it', (level) => {
  for (const rule of RULES) expect(checkTermsProblem({ [rule]: { level } })).toBeNull();
});
