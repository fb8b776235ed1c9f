import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Copies the stopped cluster of one data directory into another one, with its owner and its rights. */
export async function copyCluster(from: string, to: string): Promise<void> {
  // Node's `cp` takes ten times as long for the thousand files, and gives them to the user of this process.
  await promisify(execFile)('cp', ['-pR', join(from, 'pg'), join(to, 'pg')]);
}
