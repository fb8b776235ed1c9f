import { useSuspenseQuery } from '@tanstack/react-query';
import { listRoles } from '../../../api/generated/users-and-sessions.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Badge } from '../../../ui/badge.tsx';

/** What each role may do. */
export function RoleTable() {
  const t = useMessages('team');
  const { data } = useSuspenseQuery(one(listRoles, {}));
  return (
    <ul className="flex flex-col">
      {data.data.map(({ id, name, isCustom, scopes }) => (
        <li key={id} className="grid gap-x-6 gap-y-1 border-b border-line py-3 lg:grid-cols-[14rem_1fr]">
          <span className="flex items-start gap-2 font-medium">
            <bdi>{name}</bdi>
            {isCustom && <Badge tone="special">{t('custom')}</Badge>}
          </span>
          <span className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-caption text-muted">
            {scopes.map((scope) => (
              <span key={scope}>{scope}</span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
