import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The administrator keys of a new organization; stored nowhere else. */
export interface FirstKeys {
  organization: string;
  apiKey: string;
  sandboxApiKey: string;
}

/** Where the operator reads output: anything but a terminal is a log, which others read and keep. */
export interface Output {
  isTerminal: boolean;
  print(line: string): void;
}

/**
 * Writes the keys to a file that only the operator can read. Call before the keys are committed: keys that
 * nobody knows are useless.
 */
export async function keepKeys(path: string, keys: FirstKeys): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const whole = `${path}.tmp`;
  await writeFile(whole, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  // A left-over file keeps its former permissions.
  await chmod(whole, 0o600);
  await rename(whole, path);
}

/** Reports the created organization; shows generated keys once, and only on a terminal. */
export function announceKeys(
  keys: FirstKeys,
  { path, isGenerated }: { path: string; isGenerated: { apiKey: boolean; sandboxApiKey: boolean } },
  { isTerminal, print }: Output,
): void {
  print(`Created the organization ${keys.organization}.`);
  if (!isGenerated.apiKey && !isGenerated.sandboxApiKey) return;
  if (!isTerminal) {
    print(`  Its keys are in ${path}.`);
    return;
  }
  if (isGenerated.apiKey) print(`  production key: ${keys.apiKey}`);
  if (isGenerated.sandboxApiKey) print(`  sandbox key:    ${keys.sandboxApiKey}`);
  print(`  These keys are shown only once; ${path} also contains them.`);
}
