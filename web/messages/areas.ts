import type invoices from './en/invoices.json';
import type shell from './en/shell.json';
import type ui from './en/ui.json';

/** The texts of each area, as English has them; a test compares the other languages. */
export interface Messages {
  invoices: typeof invoices;
  shell: typeof shell;
  ui: typeof ui;
}
