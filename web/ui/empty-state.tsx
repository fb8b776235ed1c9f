import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** One sentence: what would be here. */
  text: string;
  /** The one thing to do next. */
  action?: ReactNode;
}

export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-md border border-dashed border-line-strong p-6">
      <p className="max-w-[72ch] text-body text-muted">{text}</p>
      {action}
    </div>
  );
}
