import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from './icons.ts';

const KINDS = {
  info: { icon: Info, tone: 'border-info bg-info-soft text-info' },
  good: { icon: CircleCheck, tone: 'border-good bg-good-soft text-good' },
  warn: { icon: TriangleAlert, tone: 'border-warn bg-warn-soft text-warn' },
  bad: { icon: CircleAlert, tone: 'border-bad bg-bad-soft text-bad' },
} as const;

interface NoticeProps {
  kind: keyof typeof KINDS;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** What happened, what was not changed, what to do. */
export function Notice({ kind, title, children, actions }: NoticeProps) {
  const { icon: Icon, tone } = KINDS[kind];
  return (
    <div
      role={kind === 'bad' ? 'alert' : 'status'}
      className={classes('flex gap-3 rounded-md border-s-2 p-3', tone)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 text-ink">
        <p className="font-medium">{title}</p>
        {children && <div className="mt-1 max-w-[72ch] break-words">{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
