import { useState } from 'react';
import type { DataTableProps } from './data-table.tsx';
import { TableBody } from './table-body.tsx';
import { TableFoot } from './table-foot.tsx';
import { TableHead } from './table-head.tsx';
import type { TableState } from './use-table.ts';

interface ScrollingTableProps<Row extends object>
  extends Pick<
    DataTableProps<Row>,
    'name' | 'data' | 'say' | 'link' | 'sort' | 'keys' | 'startAt' | 'groupOf' | 'totals'
  > {
  table: TableState<Row>;
  isCompact: boolean;
  hasSelection: boolean;
}

/** The table scrolls by itself, so that its head and its first column stay in view. */
export function ScrollingTable<Row extends object>(props: ScrollingTableProps<Row>) {
  const { name, data, totals = NONE } = props;
  // In the state, since the rows can be placed only when the element is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  return (
    <section
      ref={setScroller}
      aria-label={name}
      tabIndex={0}
      className="relative max-h-[max(24rem,calc(100dvh-14rem))] min-w-0 scroll-pt-9 overflow-auto"
    >
      <table aria-busy={data.isStale} className="w-full border-separate border-spacing-0">
        <TableHead {...props} />
        <TableBody {...props} scroller={scroller} />
        {totals.length > 0 && <TableFoot {...props} totals={totals} />}
      </table>
    </section>
  );
}

const NONE: never[] = [];
