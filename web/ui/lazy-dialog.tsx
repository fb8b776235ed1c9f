import { type ComponentProps, lazy, Suspense } from 'react';
import type { Dialog } from './dialog.tsx';

// Dialogs are opened by a click: their code need not come with the screen.
const Loaded = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }));

/** A dialog whose code is loaded when it opens for the first time. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return <Suspense>{props.isOpen && <Loaded {...props} />}</Suspense>;
}
