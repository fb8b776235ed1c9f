import { problemKind } from '#platform/problem.ts';

/** Each sentence begins with the member it is about. */
export const ruleInvalid = problemKind('PRICING_RULE_INVALID', 400, (d: { problems: string[] }) =>
  d.problems.join('; '),
);
