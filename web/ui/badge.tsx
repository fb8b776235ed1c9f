import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A meaning, not a colour. The dot and the word carry it, too. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'special';

const TONES: Record<Tone, string> = {
  neutral: 'text-muted bg-sunken',
  good: 'text-good bg-good-soft',
  warn: 'text-warn bg-warn-soft',
  bad: 'text-bad bg-bad-soft',
  info: 'text-info bg-info-soft',
  special: 'text-special bg-special-soft',
};

export type BadgeShape = 'plain' | 'dashed' | 'half' | 'struck' | 'outline';

interface BadgeProps {
  tone?: Tone;
  shape?: BadgeShape;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', shape = 'plain', children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex h-5 items-center gap-1.5 rounded-full px-2 text-caption font-medium whitespace-nowrap border',
        TONES[tone],
        shape === 'dashed' ? 'border-dashed border-control' : 'border-transparent',
        shape === 'outline' && 'border-current! bg-transparent!',
        shape === 'struck' && 'line-through',
      )}
    >
      <Dot shape={shape} />
      {children}
    </span>
  );
}

function Dot({ shape }: { shape: BadgeShape }) {
  return (
    <svg aria-hidden viewBox="0 0 8 8" className="size-1.5 shrink-0 text-current">
      <circle cx="4" cy="4" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {shape !== 'dashed' && shape !== 'outline' && (
        <path
          d={shape === 'half' ? 'M4 0a4 4 0 0 0 0 8z' : 'M4 0a4 4 0 0 0 0 8 4 4 0 0 0 0-8z'}
          fill="currentColor"
        />
      )}
    </svg>
  );
}
