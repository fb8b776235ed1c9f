import { problemKind } from '#platform/problem.ts';

export const operatorsOnly = problemKind(
  'OPERATORS_ONLY',
  403,
  () =>
    'this operation is for operators of the deployment: users in the setting OPERATORS, or else ' +
    'administrators of the first organization',
);

export const outgoingNotHeld = problemKind(
  'OUTGOING_NOT_HELD',
  409,
  (d: { kind: string }) => `kinds: ${d.kind} is not held, so nothing of it waits for a decision`,
);
