import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { X } from './icons.ts';

interface DialogProps {
  title: string;
  /** One sentence for screen readers and readers. */
  description?: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  children: ReactNode;
  /** The buttons, the last one acts. */
  footer?: ReactNode;
  /** A drawer stands at the end of the line and shows a record; a dialog asks. */
  kind?: 'dialog' | 'drawer';
}

const PLACES = {
  dialog: 'appear inset-x-4 top-[10vh] mx-auto max-h-[80vh] max-w-lg rounded-lg',
  drawer: 'slide-in inset-y-0 end-0 w-full max-w-2xl border-s',
} as const;

export function Dialog({
  title,
  description,
  isOpen,
  onOpenChange,
  children,
  footer,
  kind = 'dialog',
}: DialogProps) {
  const t = useMessages('ui');
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          className={classes('floating fixed z-50 flex flex-col overflow-hidden', PLACES[kind])}
          onOpenAutoFocus={focusFirstField}
          onEscapeKeyDown={keepForField}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className="flex items-start justify-between gap-3 border-b border-line px-4 py-3">
            <div className="min-w-0">
              <Radix.Title className="text-h2 font-semibold break-words">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label={t('close')} />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-auto p-4" tabIndex={0}>
            {children}
          </div>
          {footer && (
            <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">{footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Escape closes an open list first, and then the dialog around it. */
function keepForField(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.matches('[data-takes-escape]')) event.preventDefault();
}

/** Somebody who opens a form wants its first field, not the button that closes it. */
function focusFirstField(event: Event): void {
  const content = event.currentTarget ?? event.target;
  const field = content instanceof Element ? content.querySelector('input, select, textarea') : null;
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  field.focus();
}
