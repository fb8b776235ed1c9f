import type { Deployment } from '#platform/deployment.ts';
import { judgePattern } from './event-types.ts';
import { typeNotPublished, typeUnknown, urlRefused } from './problems.ts';

/** Raises `urlRefused`, `typeUnknown` and `typeNotPublished`. */
export function checkWebhook(
  { outbound }: Pick<Deployment, 'outbound'>,
  { url, types = [] }: { url?: string | undefined; types?: readonly string[] | undefined },
): void {
  const reason = url === undefined ? null : outbound.urlProblem(url);
  if (reason) throw urlRefused({ reason });
  for (const type of types) {
    const judged = judgePattern(type);
    if (judged === 'UNKNOWN') throw typeUnknown({ type });
    if (judged === 'PLANNED') throw typeNotPublished({ type });
  }
}
