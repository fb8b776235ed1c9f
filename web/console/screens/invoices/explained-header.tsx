import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { useStepWords } from '../../../parts/explain-steps/use-step-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Check, Copy } from '../../../ui/icons.ts';
import { Money } from '../../../ui/money.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { explanationText } from './explanation-view.ts';
import type { LineNode } from './line-tree.ts';

interface ExplainedHeaderProps {
  /** From the root to the chosen line. */
  path: readonly LineNode[];
  node: LineNode;
  currency: string;
  isEstimate: boolean;
}

/** Which amount is explained, what it is a part of, and how to pass it on: as a link or as text. */
export function ExplainedHeader({ path, node, currency, isEstimate }: ExplainedHeaderProps) {
  const t = useMessages('invoices');
  const sayStep = useStepWords();
  const amount = formatMoney(node.line.value, currency);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        {path.length > 1 && (
          <nav aria-label={t('partOf')} className="flex flex-wrap gap-x-1.5 text-caption text-muted">
            {path.slice(0, -1).map(({ id, title }) => (
              <span key={id} className="flex min-w-0 gap-x-1.5">
                <Link
                  to="."
                  search={((before: object) => ({ ...before, tab: undefined, line: id })) as never}
                  replace
                  className="min-w-0 break-words hover:text-ink hover:underline"
                >
                  <bdi>{title}</bdi>
                </Link>
                <span aria-hidden>›</span>
              </span>
            ))}
          </nav>
        )}
        <h2 className="text-h2 font-semibold break-words">
          <bdi>{node.title}</bdi>
        </h2>
        <p className="mt-1 text-figure font-semibold">
          <Money amount={node.line.value} currency={currency} isEstimate={isEstimate} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton label={t('copyLink')} read={() => linkOf(node)} />
        <CopyButton
          label={t('copyText')}
          read={() =>
            explanationText(node, { amount, say: (value) => formatMoney(value, currency), sayStep })
          }
        />
      </div>
    </header>
  );
}

/** The link says which line it is of, also where the page shows this line without being asked. */
function linkOf({ id }: LineNode): string {
  const url = new URL(location.href);
  url.searchParams.set('line', id);
  return url.href;
}

function CopyButton({ label, read }: { label: string; read(): string }) {
  const t = useMessages('invoices');
  const { isCopied, copy } = useCopy();
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => copy(read())}>
      {isCopied ? t('copied') : label}
    </Button>
  );
}
