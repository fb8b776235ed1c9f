import { realNow } from '#platform/db/clock.ts';
import type { Context } from '#platform/http/operation.ts';

const DEFAULT_LIFE_SECONDS = 900;

/** A signed URL that gives its holder access to the file, by default for a quarter of an hour. */
export function linkToFile(
  { deployment, org, baseUrl }: Pick<Context, 'deployment' | 'org' | 'baseUrl'>,
  file: { id: string; lifeSeconds?: number },
): string {
  // Links expire in real time: a browser has no sandbox clock.
  const expiresAt = realNow().add({ seconds: file.lifeSeconds ?? DEFAULT_LIFE_SECONDS });
  return baseUrl + deployment.links.sign({ orgId: org.orgId, fileId: file.id }, expiresAt);
}
