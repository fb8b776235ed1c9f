/** Settings in JSON with fields of their own. A test compares them with those of the service. */
export const HAS_EDITOR: ReadonlySet<string> = new Set([
  ...['TAX_RATES', 'MISC_CHARGES', 'CORS_ALLOWED_ORIGINS', 'INVOICE_SEQUENCE'],
  ...['INVOICE_CHECKS', 'LEDGER_ACCOUNTS'],
]);
