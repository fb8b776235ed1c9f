import { AssignDialog } from './assign-dialog.tsx';
import { DaysDialog } from './days-dialog.tsx';
import { PricesDialog } from './prices-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import type { Stretch } from './schedule-view.ts';

/** What somebody wants to do with the timeline. */
export type ScheduleAct =
  | { kind: 'assign' }
  | { kind: 'dates' | 'ownPrices' | 'planPrices' | 'remove'; stretch: Stretch };

export interface ActContext {
  accountId: string;
  /** The draft, or else what is live. */
  planned: readonly Stretch[];
  today: string;
}

export interface ActProps {
  context: ActContext;
  onClose(): void;
}

/** Asks for the details. Every answer goes into the draft, which shows what it changes before it is live. */
export function ScheduleDialog({ act, ...props }: ActProps & { act: ScheduleAct }) {
  switch (act.kind) {
    case 'assign':
      return <AssignDialog {...props} />;
    case 'dates':
      return <DaysDialog {...props} stretch={act.stretch} />;
    case 'ownPrices':
    case 'planPrices':
      return <PricesDialog {...props} stretch={act.stretch} isOwn={act.kind === 'ownPrices'} />;
    case 'remove':
      return <RemoveDialog {...props} stretch={act.stretch} />;
    default:
      return act satisfies never;
  }
}
