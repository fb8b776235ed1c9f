import { DropdownMenu as Radix } from 'radix-ui';
import { Check } from './icons.ts';
import type { MenuChoiceProps, MenuItemProps, MenuLabelProps, MenuProps } from './menu.tsx';

const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:opacity-50';

/** Open at once: it was loaded because somebody wants to see it. */
export function LoadedMenu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Radix.Root defaultOpen>
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

export function Item({ icon: Icon, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item onSelect={onSelect} className={ITEM}>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </Radix.Item>
  );
}

export function Choice({ isChecked, onChange, children }: MenuChoiceProps) {
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

export function Label({ children }: MenuLabelProps) {
  return <Radix.Label className="px-2 py-1 text-caption text-muted">{children}</Radix.Label>;
}

export function Line() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
