import type { TaxId } from '#areas/customers/index.ts';
import type { Address } from '#platform/http/schemas.ts';
import type { Sample } from './sample-inputs.ts';

/** The buyer on a sample. */
export interface SampleBuyer {
  name: string;
  email: string;
  address: Address;
  taxIds: TaxId[];
}

const AMERICAN: SampleBuyer = {
  name: 'Northwind Trading Inc.',
  email: 'payables@northwind.example',
  address: {
    ...{ line1: '1600 Harbor Boulevard', line2: 'Suite 400', city: 'San Francisco' },
    ...{ state: 'CA', postalCode: '94105', country: 'US' },
  },
  taxIds: [{ type: 'US_EIN', value: '12-3456789', country: 'US' }],
};

const GERMAN: SampleBuyer = {
  name: 'Musterhaus Möbel GmbH & Co. KG',
  email: 'rechnung@musterhaus.example',
  address: {
    ...{ line1: 'Königsallee 27', line2: 'Hinterhaus, 3. Stock', city: 'Düsseldorf' },
    ...{ postalCode: '40212', country: 'DE' },
  },
  taxIds: [{ type: 'EU_VAT', value: 'DE136695976', country: 'DE' }],
};

const JAPANESE: SampleBuyer = {
  name: '株式会社サンプル商事',
  email: 'keiri@sample.example',
  address: {
    ...{ line1: '丸の内1丁目9番2号', line2: 'グラントウキョウサウスタワー', city: '千代田区' },
    ...{ state: '東京都', postalCode: '100-6640', country: 'JP' },
  },
  taxIds: [{ type: 'OTHER', value: 'T1234567890123', country: 'JP' }],
};

const ARABIC: SampleBuyer = {
  name: 'شركة النموذج للتجارة ش.م.م',
  email: 'accounts@namudhaj.example',
  address: {
    ...{ line1: 'شارع الشيخ زايد 120', line2: 'برج 7، مكتب 1203', city: 'دبي' },
    ...{ state: 'دبي', country: 'AE' },
  },
  taxIds: [{ type: 'OTHER', value: '100123456700003', country: 'AE' }],
};

export function sampleBuyer(sample: Sample): SampleBuyer {
  switch (sample) {
    case 'ADDRESS_DE':
      return GERMAN;
    case 'ADDRESS_JP':
      return JAPANESE;
    case 'RIGHT_TO_LEFT':
      return ARABIC;
    case 'INVOICE':
    case 'SIXTY_LINES':
    case 'ADDRESS_US':
    case 'CREDIT_NOTE':
    case 'ZERO':
      return AMERICAN;
    default:
      return sample satisfies never;
  }
}
