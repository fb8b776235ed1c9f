import { type RefObject, useEffect } from 'react';

const STORED = 'tallymark.shortcuts';

/** Single keys can be switched off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function switchShortcuts(isOn: boolean): void {
  localStorage.setItem(STORED, isOn ? 'on' : 'off');
}

type Shortcuts = Readonly<Record<string, () => void>>;

const SEQUENCE_MS = 1000;
let first: { key: string; at: number } | null = null;

/**
 * Single keys and sequences such as `g i`. They never act while somebody types or a dialog is open. The
 * outside system is the keyboard.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || !areShortcutsOn())
        return;
      const pair = first && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${event.key}` : '';
      first = { key: event.key, at: event.timeStamp };
      const act = shortcuts[pair] ?? shortcuts[event.key];
      if (!act || (event.key === 'Enter' && isOnControl(event.target))) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [shortcuts]);
}

/** ⌘ or Ctrl with a key, also while somebody types. The outside system is the keyboard. */
export function useChord(key: string, handlers: RefObject<{ onPalette(): void }>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.altKey || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      handlers.current.onPalette();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [key, handlers]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="menu"], [role="dialog"]') !== null)
  );
}

/** Enter there is for the control. */
function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, [role="tab"]') !== null;
}
