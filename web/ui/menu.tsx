import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  use,
  useState,
} from 'react';
import { atOnce } from '../messages/at-once.ts';
import type { LucideIcon } from './icons.ts';

/**
 * Menus are on every screen and rarely opened: their code, which places them and moves the focus, comes when
 * somebody points at the button or reaches it by the keyboard.
 */
type Parts = typeof import('./menu-parts.tsx');
let loading: Promise<Parts> | undefined;

function load(): Promise<Parts> {
  loading ??= atOnce(
    import('./menu-parts.tsx').catch((error: unknown) => {
      // Another attempt is a new request.
      loading = undefined;
      throw error;
    }),
  );
  return loading;
}

/** Also called when the browser has nothing else to do. */
export const preloadMenus = () => void load().catch(() => undefined);

export interface MenuProps {
  trigger: ReactElement<ComponentProps<'button'>>;
  align?: 'start' | 'end';
  children: ReactNode;
}

/** A button and the menu that it opens. */
export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preloadMenus,
    onFocus: preloadMenus,
    onClick: () => setWanted(true),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'ArrowDown' && setWanted(true),
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <Wanted {...props} />
    </Suspense>
  );
}

function Wanted(props: MenuProps) {
  const { LoadedMenu } = use(load());
  return <LoadedMenu {...props} />;
}

export interface MenuItemProps {
  icon?: LucideIcon;
  onSelect(): void;
  children: ReactNode;
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = use(load());
  return <Item {...props} />;
}

export interface MenuChoiceProps {
  isChecked: boolean;
  onChange(isChecked: boolean): void;
  children: ReactNode;
}

/** Stays open, so that several can be chosen. */
export function MenuChoice(props: MenuChoiceProps) {
  const { Choice } = use(load());
  return <Choice {...props} />;
}

export interface MenuLabelProps {
  children: ReactNode;
}

export function MenuLabel(props: MenuLabelProps) {
  const { Label } = use(load());
  return <Label {...props} />;
}

export function MenuLine() {
  const { Line } = use(load());
  return <Line />;
}
