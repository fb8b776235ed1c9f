import { type ReactNode, useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { Button } from '../button.tsx';

interface ChartFigureProps {
  title: string;
  /** In place of both, if there is nothing to draw. */
  empty: string | null;
  chart: ReactNode;
  table: ReactNode;
}

/** A chart under its title, which can be read as a table instead. */
export function ChartFigure({ title, empty, chart, table }: ChartFigureProps) {
  const t = useMessages('ui');
  const [isTable, setTable] = useState(false);
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <figcaption className="text-h2 font-semibold">{title}</figcaption>
        <Button kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? t('asChart') : t('asTable')}
        </Button>
      </div>
      {empty === null ? isTable ? table : chart : <p className="text-muted">{empty}</p>}
    </figure>
  );
}
