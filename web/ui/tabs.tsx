import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab {
  id: string;
  title: string;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** The id of the open tab: kept in the URL. */
  open: string;
  onOpen(id: string): void;
}

export function Tabs({ label, tabs, open, onOpen }: TabsProps) {
  return (
    <Radix.Root value={open} onValueChange={onOpen} className="flex min-w-0 flex-col gap-4">
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title }) => (
          <Radix.Trigger
            key={id}
            value={id}
            className="-mb-px h-9 shrink-0 border-b-2 border-transparent px-3 font-medium text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="min-w-0 outline-offset-4">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
