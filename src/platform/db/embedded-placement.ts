import { dirname, join } from 'node:path';
import type { ServerAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import type { ClusterDirectory } from './embedded-cluster.ts';
import { type Launcher, listLaunchers, runProgram } from './embedded-launch.ts';

/** What runs where: programs, data, and the way to start them. */
export interface Placement {
  readonly binDir: string;
  readonly clusterPath: string;
  readonly account: ServerAccount;
  readonly launcher: Launcher;
}

interface PlacementRequest {
  readonly directory: ClusterDirectory;
  readonly account: ServerAccount;
  readonly log: (message: string) => void;
}

/** Finds a way to start the server such that its user reaches both the programs and the data. */
export async function choosePlacement({ directory, account }: PlacementRequest): Promise<Placement> {
  const binaries = await findBinaries();
  const binDir = join(binaries.home, 'bin');
  for (const launcher of listLaunchers(account)) {
    if (await canReach(launcher, binDir, dirname(directory.path))) {
      return { binDir, clusterPath: directory.path, account, launcher };
    }
  }
  throw new Error('unreachable');
}

/** Asks the kernel instead of reading permission bits: access lists and missing capabilities count as well. */
async function canReach(launcher: Launcher, binDir: string, dataParent: string): Promise<boolean> {
  const test = 'test -r "$1" && test -x "$1" && test -d "$2/."';
  const postgres = join(binDir, 'postgres');
  const { status } = await runProgram(launcher, '/bin/sh', ['-c', test, 'sh', postgres, dataParent]);
  return status === 0;
}
