import { useState } from 'react';
import { formatMoney } from '../format/money.ts';
import { Bars, Sparkline } from '../ui/chart/sparkline.tsx';
import { TimeChart } from '../ui/chart/time-chart.tsx';
import { Page } from '../ui/page.tsx';
import { Stepper } from '../ui/stepper.tsx';

const DAYS = 30;
const points = Array.from({ length: DAYS }, (_, day) => ({
  at: `2030-01-${String(day + 1).padStart(2, '0')}T00:00:00Z`,
  // A gap of two days, and a forecast from the 25th on.
  values: [
    day === 10 || day === 11 || day > 24 ? null : `${100 + day * 3}.5`,
    day < 24 ? null : `${170 + day}`,
  ],
}));

const STEPS = ['select', 'checks', 'review', 'confirm'] as const;

export function ChartPage() {
  const [step, setStep] = useState<(typeof STEPS)[number]>('review');
  const format = (value: string) => formatMoney(value, 'USD');
  return (
    <Page title="Charts">
      <Stepper label="Steps" steps={STEPS.map((id) => ({ id, title: id }))} current={step} onGo={setStep} />
      <TimeChart
        title="Cost per day"
        series={[{ label: 'Cost' }, { label: 'Forecast', isForecast: true }]}
        points={points}
        format={format}
      />
      <TimeChart title="Nothing" series={[{ label: 'Cost' }]} points={[]} format={format} />
      <Sparkline label="The last days" values={points.map(({ values }) => values[0] ?? null)} />
      <Bars
        label="Largest customers"
        bars={[
          { id: 'a', text: 'Acme', value: '120', shown: format('120') },
          { id: 'b', text: 'Beta', value: '-30', shown: format('-30') },
        ]}
      />
    </Page>
  );
}
