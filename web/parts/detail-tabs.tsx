import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';

interface DetailTab {
  id: string;
  title: string;
  /** Rendered when the tab is open. */
  content(): ReactNode;
}

interface DetailTabsProps {
  label: string;
  tabs: readonly DetailTab[];
}

/** The tabs of a record; the open one is in the URL as `tab`, and each fetches its own data. */
export function DetailTabs({ label, tabs }: DetailTabsProps) {
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const open = tabs.find(({ id }) => id === tab)?.id ?? tabs[0]?.id ?? '';
  return (
    <Tabs
      label={label}
      open={open}
      onOpen={(id) => void navigate({ to: '.', search: { tab: id } as never, replace: true })}
      tabs={tabs.map(({ id, title, content }) => ({
        id,
        title,
        content: <Suspense fallback={<Skeleton />}>{id === open && content()}</Suspense>,
      }))}
    />
  );
}
