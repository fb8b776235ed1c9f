import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

interface VirtualLinesProps {
  name: string;
  count: number;
  lineAt(index: number, attributes: { ref(line: HTMLElement | null): void; 'data-index': number }): ReactNode;
}

const USUAL_HEIGHT = 66;

/** The lines that can be seen, in a list that is as high as if it had all of them; the page scrolls. */
export function VirtualLines({ name, count, lineAt }: VirtualLinesProps) {
  const list = useRef<HTMLUListElement>(null);
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 10,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const margin = virtual.options.scrollMargin;
  const before = (items[0]?.start ?? margin) - margin;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <ul
      ref={list}
      aria-label={name}
      className="flex flex-col"
      style={{ paddingTop: before, paddingBottom: Math.max(0, after) }}
    >
      {items.map(({ index }) => lineAt(index, { ref: virtual.measureElement, 'data-index': index }))}
    </ul>
  );
}
