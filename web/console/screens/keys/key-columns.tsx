import type { ApiKey, ApiKeyUsage } from '../../../api/generated/types.ts';
import { formatInstant } from '../../../format/time.ts';
import type { useMessages } from '../../../messages/catalogs.ts';
import { type Column, identifier, status, text, time } from '../../../ui/data-table/columns.tsx';
import { looksOf } from '../../../ui/look.ts';
import { LackedScopes, lackedText } from './lacked-scopes.tsx';

const keyStatus = looksOf<ApiKey['status']>({
  ACTIVE: { tone: 'good' },
  INACTIVE: { tone: 'warn' },
  DELETED: { tone: 'neutral', shape: 'struck' },
});

type Usage = ReadonlyMap<string, ApiKeyUsage>;

/** The columns of keys, with what the request log says about each. */
export function keyColumns(
  usage: Usage,
  t: ReturnType<typeof useMessages<'keys'>>,
): readonly Column<ApiKey>[] {
  const lackedOf = ({ id }: ApiKey) => usage.get(id)?.lackedScopes ?? [];
  const lastUse = ({ id }: ApiKey) => usage.get(id)?.lastUsedAt;
  const known = ({ id }: ApiKey) => (usage.has(id) ? t('never') : '—');
  return [
    text('name', ({ name }) => name, { place: 'title' }),
    status('status', ({ status: state }) => keyStatus.look(state)),
    text('lastUsed', (key) => {
      const at = lastUse(key);
      return at ? formatInstant(at) : known(key);
    }),
    {
      id: 'lacked',
      cell: (key) => (lackedOf(key).length > 0 ? <LackedScopes lacked={lackedOf(key)} /> : '—'),
      text: (key) =>
        lackedOf(key)
          .map((each) => lackedText(each, t))
          .join('; '),
      place: 'meta',
    },
    text('prefix', ({ prefix }) => `${prefix}…`, { place: 'none' }),
    text('access', ({ role, scopes }, say) => (role ? say(`role.${role}`) : scopes.join(', ')), {
      place: 'none',
    }),
    time('expiresAt', ({ expiresAt }) => expiresAt, { place: 'none' }),
    time('createdAt', ({ createdAt }) => createdAt, { isExtra: true, place: 'none' }),
    identifier('id', ({ id }) => id, { isExtra: true }),
  ];
}
