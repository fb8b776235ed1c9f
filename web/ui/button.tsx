import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import type { LucideIcon } from './icons.ts';

const KINDS = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong border border-transparent',
  secondary: 'bg-surface text-ink hover:bg-hover border border-line-strong',
  quiet: 'text-ink hover:bg-hover border border-transparent',
  danger: 'bg-surface text-bad hover:bg-bad-soft border border-line-strong',
} as const;

const SHARED =
  'inline-flex items-center justify-center gap-1.5 rounded-md h-8 px-3 font-medium whitespace-nowrap ' +
  'transition-colors duration-150 disabled:opacity-50 aria-disabled:opacity-50 no-underline';

export type ButtonKind = keyof typeof KINDS;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  kind?: ButtonKind;
  icon?: LucideIcon;
  children: ReactNode;
}

export function buttonClasses(kind: ButtonKind = 'secondary', more?: string): string {
  return classes(SHARED, KINDS[kind], more);
}

export function Button({ kind = 'secondary', icon: Icon, children, className, ...rest }: ButtonProps) {
  return (
    <button type="button" className={buttonClasses(kind, className)} {...rest}>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Read by screen readers and shown as a tooltip. */
  label: string;
}

export function IconButton({ icon: Icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink disabled:opacity-50',
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
