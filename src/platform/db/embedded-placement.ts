import { dirname, join } from 'node:path';
import type { ServerAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import type { ClusterDirectory } from './embedded-cluster.ts';
import { canRun, type Launcher, listLaunchers, openPath, reachesData } from './embedded-launch.ts';
import { relocate } from './embedded-relocate.ts';

/** Where the programs and the data are, and how to start them. */
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

/**
 * Finds a way to start the server such that its user can reach both programs and data, wherever the checkout
 * is. Copies elsewhere are made only when no right of this process suffices.
 */
export async function choosePlacement(request: PlacementRequest): Promise<Placement> {
  const { directory, account } = request;
  const binaries = await findBinaries();
  const binDir = join(binaries.home, 'bin');
  const dataParent = dirname(directory.path);
  await openPath(account, dataParent);
  for (const launcher of listLaunchers(account)) {
    if ((await canRun(launcher, join(binDir, 'postgres'))) && (await reachesData(launcher, dataParent))) {
      return { binDir, clusterPath: directory.path, account, launcher };
    }
  }
  if (account) return await relocate({ ...request, account, binaries });
  throw new Error(
    `This user cannot run the programs in ${binDir} or cannot enter ${dataParent}. Reinstall the ` +
      'dependencies as this user, set DATA_DIR to another directory, or set DATABASE_URL to a ' +
      'PostgreSQL server.',
  );
}
