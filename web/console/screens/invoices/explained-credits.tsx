import type { ReactNode } from 'react';
import type { ExplainedLine, InvoiceExplanation } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ExplainLink } from '../../../parts/explain-link.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/page.tsx';
import { creditsOf, paidLines } from './explanation-view.ts';

interface ExplainedCreditsProps {
  line: ExplainedLine;
  explanation: InvoiceExplanation;
}

/** Both ways: the credits that pay a line, and of a credit the lines that it pays, in the order of use. */
export function ExplainedCredits({ line, explanation }: ExplainedCreditsProps) {
  const t = useMessages('invoices');
  const { currency, lines, invoiceId } = explanation;
  const credits = creditsOf(line, lines);
  const paid = paidLines(line, lines);
  return (
    <>
      {credits.length > 0 && (
        <Section title={t('paidByCredits')}>
          <Amounts
            rows={credits.map(({ id, description, amount }) => ({
              ...{
                id,
                amount,
                name: (
                  <RecordLink area="credits" id={id}>
                    {description}
                  </RecordLink>
                ),
              },
              lineId: id,
            }))}
            {...{ currency, invoiceId }}
          />
        </Section>
      )}
      {line.type === 'SUB_CREDITS' && line.lineId && (
        <Section
          title={t('creditPays')}
          actions={
            <RecordLink area="credits" id={line.lineId}>
              {t('openCredit')}
            </RecordLink>
          }
        >
          <Amounts
            rows={paid.map(({ id, lineId, description, amount }) => ({
              ...{ id, lineId, amount, name: <bdi>{description}</bdi> },
            }))}
            {...{ currency, invoiceId }}
          />
        </Section>
      )}
    </>
  );
}

interface AmountsProps {
  rows: readonly { id: string; lineId: string; name: ReactNode; amount: string }[];
  currency: string;
  invoiceId: string;
}

/** Each amount leads to the explanation of the other line. */
function Amounts({ rows, currency, invoiceId }: AmountsProps) {
  return (
    <ul className="flex max-w-xl flex-col">
      {rows.map(({ id, lineId, name, amount }) => (
        <li key={id} className="flex min-h-9 items-center justify-between gap-3 border-b border-line">
          <span className="min-w-0 break-words">{name}</span>
          <ExplainLink invoiceId={invoiceId} line={lineId}>
            <Money amount={amount} currency={currency} />
          </ExplainLink>
        </li>
      ))}
    </ul>
  );
}
