import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The administrator keys of a new organization; nothing else knows them. */
export interface FirstKeys {
  organization: string;
  apiKey: string;
  sandboxApiKey: string;
}

/** Where the operator reads: what is no terminal is a log, which others read and keep. */
export interface Output {
  isTerminal: boolean;
  print(line: string): void;
}

/** For the operator alone. To be called before the keys are committed: keys that nobody has are of no use. */
export async function keepKeys(path: string, keys: FirstKeys): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const whole = `${path}.tmp`;
  await writeFile(whole, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  // One that was left behind keeps the rights that it had.
  await chmod(whole, 0o600);
  await rename(whole, path);
}

/** Says which organization was created, and shows keys that were generated once, to a terminal only. */
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
  print(`  Shown this once; also in ${path}.`);
}
