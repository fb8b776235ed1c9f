import { useState } from 'react';

interface Shape<Value> {
  read(text: string): Value | null;
  write(value: Value): string;
}

/**
 * Fields for logic whose only truth is its text: what was typed in them stays as it was typed while the text
 * is the one that they wrote; another text is read anew. Null if the text has another shape.
 */
export function useShape<Value>(
  { read, write }: Shape<Value>,
  text: string,
  onText: (text: string) => void,
): [Value | null, (value: Value) => void] {
  const [typed, setTyped] = useState<{ value: Value; text: string } | null>(null);
  const value = typed?.text === text ? typed.value : read(text);
  const change = (next: Value) => {
    const written = write(next);
    setTyped({ value: next, text: written });
    onText(written);
  };
  return [value, change];
}
