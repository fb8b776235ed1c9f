import { useState } from 'react';
import type { ImportConfigurationResponse } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { plainValue, rowAction, rowsOfResult, type ShownRow } from './configuration-view.ts';

const STEP = 100;

/** A row for each resource: what becomes of it, by member, or why it cannot be imported. */
export function DifferenceList({ result }: { result: ImportConfigurationResponse }) {
  const t = useMessages('configuration');
  const [shown, setShown] = useState(STEP);
  const rows = rowsOfResult(result).filter(({ action }) => action !== 'UNCHANGED');
  return (
    <>
      {result.unchanged > 0 && <p className="text-muted">{t.count('unchanged', result.unchanged)}</p>}
      <ul className="flex flex-col">
        {rows.slice(0, shown).map((row) => (
          <DifferenceRow key={`${row.type} ${row.name} ${row.action}`} row={row} />
        ))}
      </ul>
      {rows.length > shown && (
        <span>
          <Button onClick={() => setShown(shown + STEP)}>{t.count('more', rows.length - shown)}</Button>
        </span>
      )}
    </>
  );
}

function DifferenceRow({ row }: { row: ShownRow }) {
  const t = useMessages('configuration');
  const { type, name, action, reason, changes = [], moreChanges = 0 } = row;
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line py-2.5 sm:grid-cols-[9rem_1fr]">
      <span>
        <StatusBadge look={rowAction.look(action)} say={t} />
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="break-words">
          <span className="text-muted">{t(`type.${type}`)}</span> <bdi className="font-medium">{name}</bdi>
        </p>
        {reason !== undefined && <p className="break-words text-muted">{reason}</p>}
        {changes.length > 0 && (
          <dl className="grid gap-x-4 gap-y-1 text-caption sm:grid-cols-[minmax(0,16rem)_1fr]">
            {changes.map(({ path, before, after }) => (
              <Change key={path} {...{ path, before, after }} />
            ))}
          </dl>
        )}
        {moreChanges > 0 && <p className="text-caption text-muted">{t.count('moreChanges', moreChanges)}</p>}
      </div>
    </li>
  );
}

interface ChangeProps {
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** By words as well as by place: added, removed, or from … to. */
function Change({ path, before, after }: ChangeProps) {
  const t = useMessages('configuration');
  const key = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const values = { before: plainValue(before ?? ''), after: plainValue(after ?? '') };
  return (
    <>
      <dt className="font-mono break-all text-muted">{path}</dt>
      <dd className="min-w-0 break-all">
        <bdi>{t(key, values)}</bdi>
      </dd>
    </>
  );
}
