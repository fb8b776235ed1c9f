import { problemKind } from '../problem.ts';

export const passwordTooCommon = problemKind(
  'PASSWORD_TOO_COMMON',
  400,
  () => 'password: is too common; choose another one',
);
export const tooManyTries = problemKind('TOO_MANY_TRIES', 429, ({ seconds }: { seconds: number }) => ({
  message: `too many attempts; try again in ${seconds} s`,
  headers: { 'retry-after': String(seconds) },
}));
export const loginsBusy = problemKind('LOGINS_BUSY', 503, () => ({
  message: 'too many logins at the same time; try again in a moment',
  headers: { 'retry-after': '1' },
}));
