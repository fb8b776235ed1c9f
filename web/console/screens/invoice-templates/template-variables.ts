/** What the texts of a template may show; the guide of templates describes each, and a test compares. */
export const VARIABLES = [
  ...['invoice.number', 'invoice.total', 'invoice.open', 'invoice.paid', 'invoice.subtotal'],
  ...['invoice.taxes', 'invoice.credits', 'invoice.currency', 'invoice.date', 'invoice.dueDate'],
  ...['invoice.periodStart', 'invoice.periodEnd', 'invoice.netTermDays', 'invoice.paymentLink'],
  ...['customer.name', 'customer.id', 'customer.email', 'account.name', 'account.id', 'group.name'],
  ...['organization.name', 'organization.email', 'billing.paymentInstructions', 'plan.name'],
] as const;
