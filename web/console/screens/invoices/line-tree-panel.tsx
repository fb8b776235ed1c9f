import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../../messages/catalogs.ts';
import { recordPath } from '../../../parts/use-record-link.ts';
import { place } from '../../../session/environment.ts';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { ListTree } from '../../../ui/icons.ts';
import { Money } from '../../../ui/money.tsx';
import { Tree } from '../../../ui/tree/tree.tsx';
import { isOpenAtFirst, type LineNode } from './line-tree.ts';

interface LineTreeProps {
  root: LineNode;
  chosen: LineNode;
  invoiceId: string;
  currency: string;
}

/** The lines of an invoice beside the explanation of one; on a narrow page, behind a button. */
export function LineTreePanel(props: LineTreeProps) {
  const t = useMessages('invoices');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="hidden max-h-[80dvh] min-h-0 min-w-0 self-start lg:sticky lg:top-4 lg:flex lg:flex-col">
        <LineTree {...props} onChosen={() => undefined} />
      </div>
      <div className="flex min-w-0 lg:hidden">
        <Button icon={ListTree} onClick={() => setOpen(true)} aria-haspopup="dialog">
          {t('lines')}
        </Button>
      </div>
      <Drawer title={t('lines')} isOpen={isOpen} onOpenChange={setOpen}>
        <LineTree {...props} onChosen={() => setOpen(false)} />
      </Drawer>
    </>
  );
}

function LineTree({ root, chosen, invoiceId, currency, onChosen }: LineTreeProps & { onChosen(): void }) {
  const t = useMessages('invoices');
  const navigate = useNavigate();
  const path = `${recordPath('invoices', invoiceId)}/explain`;
  return (
    <Tree
      label={t('lines')}
      root={root}
      current={chosen.id}
      isOpenAtFirst={isOpenAtFirst}
      note={({ line }) => <Money amount={line.value} currency={currency} />}
      urlOf={({ id }) => `${place.console}${path}?${new URLSearchParams({ line: id })}`}
      onChoose={({ id }) => {
        onChosen();
        void navigate({ to: path as '/', search: { line: id } as never, replace: true });
      }}
    />
  );
}
