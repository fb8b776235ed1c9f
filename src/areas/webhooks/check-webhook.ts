import type { Deployment } from '#platform/deployment.ts';
import { classifyPattern } from './event-types.ts';
import { typeNotPublished, typeUnknown, urlRefused } from './problems.ts';

/** Raises `urlRefused`, `typeUnknown` and `typeNotPublished`. */
export function checkWebhook(
  { outbound }: Pick<Deployment, 'outbound'>,
  { url, types = [] }: { url?: string | undefined; types?: readonly string[] | undefined },
): void {
  const reason = url === undefined ? null : outbound.urlProblem(url);
  if (reason) throw urlRefused({ reason });
  for (const type of types) {
    const classified = classifyPattern(type);
    if (classified === 'UNKNOWN') throw typeUnknown({ type });
    if (classified === 'PLANNED') throw typeNotPublished({ type });
  }
}
