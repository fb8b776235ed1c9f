const AREAS = { inv: 'invoices', cred: 'credits', payment: 'payments' } as const;

export interface EntityLink {
  area: (typeof AREAS)[keyof typeof AREAS];
  id: string;
}

/** The page of what a wallet entry is for, by the kind of its id; null for what has no page. */
export function linkOf(id: string | undefined): EntityLink | null {
  if (id === undefined) return null;
  const [kind = ''] = id.split('.');
  const area = Object.hasOwn(AREAS, kind) ? AREAS[kind as keyof typeof AREAS] : null;
  return area && { area, id };
}

/** The invoice that an entry is for. */
export function invoiceOf(id: string | undefined): string | undefined {
  const link = linkOf(id);
  return link?.area === 'invoices' ? link.id : undefined;
}
