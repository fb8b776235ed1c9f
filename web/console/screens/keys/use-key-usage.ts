import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listApiKeys } from '../../../api/generated/api-keys.ts';
import { listKeyUsage } from '../../../api/generated/request-log.ts';
import type { ApiKeyUsage } from '../../../api/generated/types.ts';
import { one, pages } from '../../../api/queries.ts';
import { isAllowed, useSession } from '../../../session/session.tsx';

/** As many as the service takes at once. */
const MAX_KEYS = 100;

/** When the listed keys were last used and which scopes they lacked, by id; empty for who may not read it. */
export function useKeyUsage(): ReadonlyMap<string, ApiKeyUsage> {
  const mayRead = isAllowed(useSession(), listKeyUsage);
  const { data: keys } = useInfiniteQuery(pages(listApiKeys, {}));
  const ids = keys?.pages.flatMap(({ data }) => data.map(({ id }) => id)).slice(0, MAX_KEYS) ?? [];
  const { data: usage } = useQuery({
    ...one(listKeyUsage, { key_ids: ids.join() }),
    enabled: mayRead && ids.length > 0,
    placeholderData: (before) => before,
  });
  return new Map(usage?.data.map((each) => [each.keyId, each]));
}
