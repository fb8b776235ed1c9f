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
  /** Parameters of the URL that stay when another tab opens. */
  keeps?: readonly string[];
}

/** The tabs of a record; the open one is in the URL as `tab`, and each fetches its own data. */
export function DetailTabs({ label, tabs, keeps = [] }: DetailTabsProps) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { tab } = search;
  const kept = Object.fromEntries(keeps.map((name) => [name, search[name]]));
  const open = tabs.find(({ id }) => id === tab)?.id ?? tabs[0]?.id ?? '';
  return (
    <Tabs
      label={label}
      open={open}
      onOpen={(id) => void navigate({ to: '.', search: { ...kept, tab: id } as never, replace: true })}
      tabs={tabs.map(({ id, title, content }) => ({
        id,
        title,
        content: <Suspense fallback={<Skeleton />}>{id === open && content()}</Suspense>,
      }))}
    />
  );
}
