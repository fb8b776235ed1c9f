import { realNow } from '#platform/db/clock.ts';
import type { Context } from '#platform/http/operation.ts';

const DEFAULT_LIFE_SECONDS = 900;

/**
 * A signed address that gives the file to whoever holds it, for a quarter of an hour unless said otherwise.
 */
export function linkToFile(
  { deployment, org, baseUrl }: Pick<Context, 'deployment' | 'org' | 'baseUrl'>,
  file: { id: string; lifeSeconds?: number },
): string {
  // Links live in real time: a browser has no sandbox clock.
  const expiresAt = realNow().add({ seconds: file.lifeSeconds ?? DEFAULT_LIFE_SECONDS });
  return baseUrl + deployment.links.sign({ orgId: org.orgId, fileId: file.id }, expiresAt);
}
