import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { ITEM_HEIGHT } from './item-height.ts';

interface VirtualItemsProps {
  count: number;
  scroller: HTMLElement;
  itemAt(index: number): ReactNode;
}

/** The items of a tree that can be seen, below a gap that stands for those before. */
export function VirtualItems({ count, scroller, itemAt }: VirtualItemsProps) {
  const virtual = useVirtualizer({
    count,
    estimateSize: () => ITEM_HEIGHT,
    overscan: 8,
    getScrollElement: () => scroller,
    initialOffset: () => scroller.scrollTop,
  });
  const items = virtual.getVirtualItems();
  return (
    <>
      <div aria-hidden style={{ height: items[0]?.start ?? 0 }} />
      {items.map(({ index }) => itemAt(index))}
    </>
  );
}
