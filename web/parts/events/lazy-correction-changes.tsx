import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CorrectionChanges as Changes } from './correction-changes.tsx';

const Loaded = lazy(async () => ({ default: (await import('./correction-changes.tsx')).CorrectionChanges }));

/** What a correction changes: in dialogs, so it is loaded when one opens. */
export function CorrectionChanges(props: ComponentProps<typeof Changes>) {
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
