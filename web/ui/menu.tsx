import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import type { LucideIcon } from './icons.ts';
import { Check } from './icons.ts';

const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:opacity-50';

/** A button and the menu that it opens. */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="floating appear z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-auto p-1"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onSelect(): void;
  children: ReactNode;
}

export function MenuItem({
  icon: Icon,
  isDangerous = false,
  isDisabled = false,
  onSelect,
  children,
}: MenuItemProps) {
  return (
    <Radix.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className={classes(ITEM, isDangerous && 'text-bad')}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </Radix.Item>
  );
}

interface MenuChoiceProps {
  isChecked: boolean;
  onChange(isChecked: boolean): void;
  children: ReactNode;
}

/** Stays open, so that several can be chosen. */
export function MenuChoice({ isChecked, onChange, children }: MenuChoiceProps) {
  return (
    <Radix.CheckboxItem
      checked={isChecked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={ITEM}
    >
      <span className="flex size-4 items-center justify-center rounded-sm border border-control">
        <Radix.ItemIndicator>
          <Check aria-hidden className="size-3" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-caption text-muted">{children}</Radix.Label>;
}

export function MenuLine() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
