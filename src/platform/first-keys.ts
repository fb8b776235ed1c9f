import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The administrator keys of a new organization; stored nowhere else. */
export interface FirstKeys {
  organization: string;
  apiKey: string;
  sandboxApiKey: string;
}

/** Hands the keys to the operator before the transaction commits; if that fails, no keys are created. */
export type KeepKeys = (keys: FirstKeys) => Promise<void>;

interface Bootstrapped {
  bootstrap(keep: KeepKeys): Promise<FirstKeys | null>;
}

interface FirstSettings {
  dataDir: string;
  bootstrap: { apiKey: string | null; sandboxApiKey: string | null };
}

/**
 * In an empty database. Generated keys are saved before they are committed: the next start generates none.
 */
export async function createFirstOrganization(
  app: Bootstrapped,
  { bootstrap, dataDir }: FirstSettings,
  output: Output,
): Promise<void> {
  const path = join(dataDir, 'credentials.json');
  const isGenerated = { apiKey: bootstrap.apiKey === null, sandboxApiKey: bootstrap.sandboxApiKey === null };
  const isKept = isGenerated.apiKey || isGenerated.sandboxApiKey;
  const keys = await app.bootstrap(async (made) => (isKept ? keepKeys(path, made) : undefined));
  if (keys) announceKeys(keys, { path, isGenerated }, output);
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
