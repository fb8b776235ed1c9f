import { useEffect, useEffectEvent } from 'react';
import { createKeySequence } from './key-sequence.ts';

const STORED = 'tallymark.shortcuts';

/** Single keys can be switched off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function switchShortcuts(isOn: boolean): void {
  localStorage.setItem(STORED, isOn ? 'on' : 'off');
}

type Find = (keys: string) => (() => void) | undefined;

/** What is on the screen, the latest last. One listener serves all, so that a sequence belongs to one. */
const finders: Find[] = [];
const sequence = createKeySequence();

function listen(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || !areShortcutsOn()) return;
  const key = nameOf(event.key);
  const act = sequence.press({ key, timeStamp: event.timeStamp }, (keys) =>
    finders.reduceRight<ReturnType<Find>>((found, find) => found ?? find(keys), undefined),
  );
  if (!act || ((key === 'enter' || key === 'space') && isOnControl(event.target))) return;
  event.preventDefault();
  act();
}

/** `j` and `J` are two keys, but the name of a key such as `Enter` is written small. */
function nameOf(key: string): string {
  if (key === ' ') return 'space';
  return key.length > 1 ? key.toLowerCase() : key;
}

function register(find: Find): () => void {
  if (finders.length === 0) document.addEventListener('keydown', listen);
  finders.push(find);
  return () => {
    finders.splice(finders.indexOf(find), 1);
    if (finders.length === 0) document.removeEventListener('keydown', listen);
  };
}

/**
 * Single keys and sequences such as `g i`. They never act while somebody types or a dialog is open. The
 * outside system is the keyboard.
 */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const find = useEffectEvent((keys: string) => shortcuts[keys]);
  useEffect(() => register((keys) => find(keys)), []);
}

/** ⌘ or Ctrl with a key, also while somebody types. The outside system is the keyboard. */
export function useChord(key: string, act: () => void): void {
  const onChord = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || event.altKey || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const chord = (event: KeyboardEvent) => onChord(event);
    document.addEventListener('keydown', chord);
    return () => document.removeEventListener('keydown', chord);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(`input:not([type="checkbox"]), textarea, select, [role="menu"], [role="dialog"]`) !==
        null)
  );
}

/** Enter and space there are for the control. */
function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, [role="tab"]') !== null;
}
