import type { Caller } from './tallymark-process.ts';

export interface Summary {
  id: string;
  ownerId: string;
  invoiceType: string;
  status: string;
  startDate: string;
  endDate: string;
  sequenceId?: string;
  totalAmount: number;
}

/** Every invoice that is no draft any more. */
export async function listIssued({ must }: Caller): Promise<Summary[]> {
  const issued: Summary[] = [];
  for (let token: string | null = ''; token !== null; ) {
    const query: string = token ? `nextToken=${encodeURIComponent(token)}` : 'pageSize=50';
    const page: { data: Summary[]; nextToken: string | null } = await must('GET', `/invoices?${query}`);
    issued.push(...page.data.filter((invoice) => invoice.status !== 'DRAFT'));
    token = page.nextToken;
  }
  return issued;
}
