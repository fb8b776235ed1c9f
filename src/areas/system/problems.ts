import { problemKind } from '#platform/problem.ts';

export const operatorsOnly = problemKind(
  'OPERATORS_ONLY',
  403,
  () =>
    'this operation is for operators of the deployment: users in the setting OPERATORS, or else ' +
    'administrators of the first organization',
);
