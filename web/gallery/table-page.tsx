import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { type Column, identifier, money, status, text } from '../ui/data-table/columns.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { looksOf } from '../ui/look.ts';
import { Page } from '../ui/page.tsx';

interface Row {
  id: string;
  name: string;
  amount: string;
  state: 'PAID' | 'DUE' | 'VOID';
}

const looks = looksOf<Row['state']>({
  PAID: { tone: 'good' },
  DUE: { tone: 'warn', shape: 'half' },
  VOID: { tone: 'neutral', shape: 'struck' },
});

const STATES = looks.all;
const rows: readonly Row[] = Array.from({ length: 10_000 }, (_, index) => ({
  id: `row-${index}`,
  name: index === 1 ? 'A name that is much longer than any column of any table '.repeat(3) : `Row ${index}`,
  amount: index === 2 ? '-12.5' : index === 3 ? '0' : `${index}.05`,
  state: STATES[index % STATES.length] ?? 'PAID',
}));

const columns: readonly Column<Row>[] = [
  text('name', ({ name }) => name, { place: 'title' }),
  status('status', ({ state }) => looks.look(state)),
  money('amount', ({ amount }) => ({ amount, currency: 'USD' })),
  identifier('id', ({ id }) => id),
];

/** Ten thousand rows; the second of those that are processed fails. */
export function TablePage() {
  const [opened, setOpened] = useState<Row | null>(null);
  return (
    <Page title="Table">
      <DataTable
        name="Rows"
        columns={columns}
        data={{ rows, isLoading: false, isStale: false, hasMore: true, onMore: () => undefined }}
        idOf={({ id }) => id}
        link={{ urlOf: ({ id }) => `#/table?${id}`, open: (row) => setOpened(row) }}
        say={(key) => key}
        bulk={(some, done) => (
          <Button onClick={() => done(some.slice(1, 2).map((row) => ({ row, reason: 'It is locked.' })))}>
            {`Process ${some.length}`}
          </Button>
        )}
        empty={null}
      />
      <Drawer title={opened?.name ?? ''} isOpen={opened !== null} onOpenChange={() => setOpened(null)}>
        {opened?.id}
      </Drawer>
    </Page>
  );
}
