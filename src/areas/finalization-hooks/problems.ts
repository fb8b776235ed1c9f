import { problemKind } from '#platform/problem.ts';

export const hookInvalid = problemKind(
  'FINALIZATION_HOOK_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
export const tooManyHookSecrets = problemKind(
  'TOO_MANY_SECRETS',
  400,
  (d: { max: number }) =>
    `newSecret: ${d.max} secrets are valid, the maximum; rotate again when the oldest expires, ` +
    'within 24 hours',
);
