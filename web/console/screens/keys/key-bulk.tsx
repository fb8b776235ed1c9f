import { deleteApiKey } from '../../../api/generated/api-keys.ts';
import type { ApiKey } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { formatCount } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';

interface KeyBulkProps {
  rows: readonly ApiKey[];
  onDone(): void;
}

/** Deletes the selected keys, one after the other; it stops at the first that fails. */
export function KeyBulk({ rows, onDone }: KeyBulkProps) {
  const t = useMessages('keys');
  const { mutateAsync, isPending, error } = useWrite(deleteApiKey);
  const confirm = async (close: () => void) => {
    for (const { id } of rows) await mutateAsync({ api_key_id: id });
    close();
    onDone();
  };
  return (
    <Allowed operation={deleteApiKey}>
      <ConfirmButton
        label={t('delete')}
        title={t('deleteTitle')}
        kind="danger"
        isPending={isPending}
        error={error}
        onConfirm={(close) => void confirm(close).catch(() => undefined)}
      >
        <p>{t.count('deleteText', rows.length, formatCount(rows.length))}</p>
        <ul className="list-disc ps-5">
          {rows.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </ConfirmButton>
    </Allowed>
  );
}
