import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listEventSchemaVersions } from '../../../api/generated/event-schemas.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { catalogStatus } from '../../../parts/catalog-look.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { addedFields } from './schema-view.ts';

/** Every version, newest first, with the fields that it added. */
export function SchemaVersions({ name, version }: { name: string; version: number }) {
  const t = useMessages('schemas');
  const { data, error } = useQuery(one(listEventSchemaVersions, { event_schema_name: name }));
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <Skeleton lines={2} />;
  const versions = [...data.data].sort((a, b) => b.version - a.version);
  return (
    <ol className="flex flex-col">
      {versions.map((each, index) => (
        <li
          key={each.version}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1"
        >
          <Link
            to="/schemas/$schemaName"
            params={{ schemaName: name }}
            search={index === 0 ? {} : { version: String(each.version) }}
            aria-current={each.version === version ? 'page' : undefined}
            className="inline-flex min-h-6 items-center text-accent hover:underline"
          >
            {t('versionOf', { version: String(each.version) })}
          </Link>
          <StatusBadge look={catalogStatus.look(each.status)} say={t} />
          <span className="text-caption text-muted">
            <Instant at={each.updatedAt} />
          </span>
          <span className="min-w-0 break-words">{addedFields(each, versions[index + 1]).join(', ')}</span>
        </li>
      ))}
    </ol>
  );
}
