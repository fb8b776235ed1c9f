import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect } from 'react';

interface VirtualRowsProps {
  count: number;
  /** Of a row, with the heading of its group. */
  heightOf(index: number): number;
  /** The columns of the table. */
  width: number;
  /** The row that the keyboard is at; -1 for none. */
  current: number;
  scroller: HTMLElement | null;
  rowAt(index: number): ReactNode;
}

const HEAD_HEIGHT = 36;

/** The rows that can be seen, between two that stand for the others. */
export function VirtualRows({ count, heightOf, width, current, scroller, rowAt }: VirtualRowsProps) {
  const virtual = useVirtualizer({
    count,
    estimateSize: heightOf,
    overscan: 8,
    getScrollElement: () => scroller,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  // The outside system is the scroll position: the current row may be far from what is in view.
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current);
  }, [current, virtual]);
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? HEAD_HEIGHT) - HEAD_HEIGHT;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      {before > 0 && <Gap height={before} width={width} />}
      {items.map(({ index }) => rowAt(index))}
      {after > 0 && <Gap height={after} width={width} />}
    </tbody>
  );
}

function Gap({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}
