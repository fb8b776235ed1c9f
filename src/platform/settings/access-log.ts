/** Which requests have a line in the log of the service. */
export interface AccessLog {
  /** Responses below 400: each of so many has a line; 0: none. */
  successes: number;
  /** Responses from 400 on. */
  areFailuresLogged: boolean;
}

export const LOGS_ALL: AccessLog = { successes: 1, areFailuresLogged: true };

export const ACCESS_LOG = {
  parse: (text: string): AccessLog | undefined => {
    if (text === 'all') return LOGS_ALL;
    if (text === 'failures') return { successes: 0, areFailuresLogged: true };
    if (text === 'off') return { successes: 0, areFailuresLogged: false };
    const [, count] = /^1\/([1-9]\d{0,5})$/.exec(text) ?? [];
    return count === undefined ? undefined : { successes: Number(count), areFailuresLogged: true };
  },
  print: ({ successes, areFailuresLogged }: AccessLog): string => {
    if (!areFailuresLogged) return 'off';
    if (successes === 0) return 'failures';
    return successes === 1 ? 'all' : `1/${successes}`;
  },
  rule: 'must be all, failures, off, or a share of the successful requests such as 1/100',
};
