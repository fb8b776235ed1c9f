/** Puts a text in place of what is selected, and leaves the caret behind it. */
export function insertText(area: HTMLTextAreaElement, text: string, change: (value: string) => void): void {
  const { value, selectionStart, selectionEnd } = area;
  change(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
  // After the new value stands in the field.
  requestAnimationFrame(() => {
    area.focus();
    area.setSelectionRange(selectionStart + text.length, selectionStart + text.length);
  });
}

/** Selects a line, counted from 1, and shows it. */
export function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
