import { readFileSync, statSync } from 'node:fs';
import type { Form } from './read-setting.ts';

/** The group may read: orchestrators provide files to non-root users in this way. */
const WRITE_OF_GROUP_OR_ANY_OF_OTHERS = 0o027;

/** Returns what a file contains, or the problem of the file; never a part of its content. */
export function readSecretFile<T extends object>(
  path: string,
  { parse, rule }: Pick<Form<T>, 'parse' | 'rule'>,
): T | string {
  try {
    const { mode } = statSync(path);
    if ((mode & WRITE_OF_GROUP_OR_ANY_OF_OTHERS) !== 0)
      return `is accessible to other users (mode ${(mode & 0o777).toString(8)}); run: chmod 600 ${path}`;
    return parse(readFileSync(path, 'utf8')) ?? `contains no key: it ${rule}`;
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
  }
}
