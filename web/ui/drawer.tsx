import type { ComponentProps } from 'react';
import { LazyDialog } from './lazy-dialog.tsx';

/** A record beside the list that it is in: slides in from the end of the line. */
export function Drawer(props: Omit<ComponentProps<typeof LazyDialog>, 'kind'>) {
  return <LazyDialog {...props} kind="drawer" />;
}
