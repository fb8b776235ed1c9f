import { expect, test } from 'vitest';
import { parseAccounts } from './embedded-account.ts';

test.each([
  // line of /etc/passwd                                   uid         gid
  ['postgres:x:101:104:PostgreSQL,,,:/var/lib:/bin/bash', 101, 104],
  ['nobody:*:-2:-2:Unprivileged User:/var/empty:/bin/false', 4294967294, 4294967294], // macOS
])('%s', (line, uid, gid) => {
  expect(parseAccounts(`# a comment\n${line}\n`)).toEqual([{ name: line.split(':')[0], uid, gid }]);
});
