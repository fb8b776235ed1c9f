import { deleteApiKey } from '../../../api/generated/api-keys.ts';
import type { ApiKey } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { BulkConfirm } from '../../../parts/bulk-button.tsx';
import type { FailedRow } from '../../../ui/data-table/data-table.tsx';

interface KeyBulkProps {
  rows: readonly ApiKey[];
  onDone(failed: readonly FailedRow<ApiKey>[]): void;
}

/** Deletes the selected keys, one after the other. */
export function KeyBulk({ rows, onDone }: KeyBulkProps) {
  const t = useMessages('keys');
  return (
    <BulkConfirm
      label={t('delete')}
      title={t('deleteTitle')}
      kind="danger"
      operation={deleteApiKey}
      inputOf={({ id }) => ({ api_key_id: id })}
      rows={rows}
      onDone={onDone}
    >
      <p>{t.count('deleteText', rows.length)}</p>
      <ul className="list-disc ps-5">
        {rows.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </BulkConfirm>
  );
}
