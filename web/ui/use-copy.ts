import { useRef, useState } from 'react';

const SHOWN_MS = 1500;

/** Copies a text, and says so for a moment. */
export function useCopy(): { isCopied: boolean; copy(text: string): void } {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async (text: string) => {
    await writeText(text);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return { isCopied, copy: (text) => void copy(text) };
}

/** Browsers offer a clipboard only to HTTPS and to their own machine; the old way works anywhere. */
async function writeText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement('textarea'), { value: text });
  // Inside of an open dialog, so that the dialog does not take the focus back.
  const home = document.querySelector('[role="dialog"]') ?? document.body;
  const focused = document.activeElement;
  home.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
