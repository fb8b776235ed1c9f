import type { PrepareContext } from '#platform/http/operation.ts';
import { TaskKilled } from '#platform/workers/thread.ts';
import type { LogoImage } from './logo/logo-image.ts';
import { logoInvalid } from './problems.ts';
import { readLogoTask } from './tasks.ts';

/** Returns an uploaded image in stored form. Raises `logoInvalid`, and the problems of the worker pool. */
export async function readUpload({ org, deployment }: PrepareContext, base64: string): Promise<LogoImage> {
  const logo = await deployment.workers.run(readLogoTask, { org, input: base64 }).catch((error) => {
    throw error instanceof TaskKilled ? logoInvalid({ rule: TOO_MUCH }) : error;
  });
  if ('rule' in logo) throw logoInvalid(logo);
  return logo;
}

const TOO_MUCH = 'takes too much time or memory to read; save it with fewer pixels and without metadata';
