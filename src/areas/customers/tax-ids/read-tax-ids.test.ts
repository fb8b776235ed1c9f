import { describe, expect, it } from 'vitest';
import { readTaxIds } from './read-tax-ids.ts';
import type { TaxId } from './schema.ts';

const read = (taxId: TaxId) => readTaxIds([taxId])[0];

describe('EU VAT numbers', () => {
  it.each([
    //  sent                  stored           country
    ['ATU13585627', 'ATU13585627', 'AT'],
    ['BE 0428.759.497', 'BE0428759497', 'BE'],
    ['BG175074752', 'BG175074752', 'BG'],
    ['CY10259033P', 'CY10259033P', 'CY'],
    ['CZ25123891', 'CZ25123891', 'CZ'],
    ['de 136 695 976', 'DE136695976', 'DE'],
    ['DK13585628', 'DK13585628', 'DK'],
    ['EE100931558', 'EE100931558', 'EE'],
    ['EL094259216', 'EL094259216', 'GR'],
    ['ESB58378431', 'ESB58378431', 'ES'],
    ['FI20774740', 'FI20774740', 'FI'],
    ['FR40303265045', 'FR40303265045', 'FR'],
    ['HR33392005961', 'HR33392005961', 'HR'],
    ['HU12892312', 'HU12892312', 'HU'],
    ['IE6433435OA', 'IE6433435OA', 'IE'],
    ['IT00743110157', 'IT00743110157', 'IT'],
    ['LT119511515', 'LT119511515', 'LT'],
    ['LU15027442', 'LU15027442', 'LU'],
    ['LV40003521600', 'LV40003521600', 'LV'],
    ['MT11679112', 'MT11679112', 'MT'],
    ['NL004495445B01', 'NL004495445B01', 'NL'],
    ['PL8567346215', 'PL8567346215', 'PL'],
    ['PT501964843', 'PT501964843', 'PT'],
    ['RO18547290', 'RO18547290', 'RO'],
    ['SE123456789701', 'SE123456789701', 'SE'],
    ['SI50223054', 'SI50223054', 'SI'],
    ['SK2022749619', 'SK2022749619', 'SK'],
    ['XI980780684', 'XI980780684', 'GB'],
  ])('%s', (value, stored, country) => {
    expect(read({ type: 'EU_VAT', value })).toEqual({ type: 'EU_VAT', value: stored, country });
    // Two digits more are no number of any country.
    expect(() => read({ type: 'EU_VAT', value: `${value}99` })).toThrow('is not a VAT number of');
  });

  it('may be without their prefix beside a country', () => {
    expect(read({ type: 'EU_VAT', value: '094259216', country: 'GR' })).toEqual({
      ...{ type: 'EU_VAT', value: 'EL094259216', country: 'GR' },
    });
  });

  it.each([
    //  value         country  the message
    [
      'DE136695977',
      undefined,
      'taxIds[0].value: DE136695977 is not a VAT number of DE; its check digits are wrong',
    ],
    ['DE12', undefined, 'taxIds[0].value: DE12 is not a VAT number of DE'],
    ['136695976', undefined, 'taxIds[0].value: must begin with the country'],
    ['US136695976', undefined, 'taxIds[0].value: must begin with the country'],
    ['DE136695976', 'FR', 'taxIds[0].value: FRDE136695976 is not a VAT number of FR'],
    ['DE136695976', 'US', 'taxIds[0].country: US is not in the European Union'],
    ['__proto__', undefined, 'taxIds[0].value: must begin with the country'],
  ])('%s of %s is refused', (value, country, message) => {
    expect(() => read({ type: 'EU_VAT', value, ...(country && { country }) })).toThrow(message);
  });
});

describe('other tax ids', () => {
  it.each([
    //  type      sent                   stored
    ['GB_VAT', 'GB980780684', 'GB980780684', 'GB'],
    ['GB_VAT', '980 7806 84', 'GB980780684', 'GB'],
    ['CH_VAT', 'CHE107787577MWST', 'CHE-107.787.577 MWST', 'CH'],
    ['CH_VAT', 'CHE100155212', 'CHE-100.155.212', 'CH'],
    ['NO_VAT', '995525828MVA', 'NO 995 525 828 MVA', 'NO'],
    ['NO_VAT', '995525828', '995 525 828', 'NO'],
    ['US_EIN', '042103594', '04-2103594', 'US'],
    ['AU_ABN', '51824753556', '51 824 753 556', 'AU'],
  ] as const)('%s %s', (type, value, stored, country) => {
    expect(read({ type, value })).toEqual({ type, value: stored, country });
    expect(() => read({ type, value: `${value}7` })).toThrow(`is not a valid ${type}; an example is`);
    expect(() => read({ type, value, country: 'DE' })).toThrow(
      `${type} is a tax id of ${country}, not of DE`,
    );
  });

  it('of no known type are taken as they are', () => {
    expect(read({ type: 'OTHER', value: ' 12-ABC/7 ', country: 'JP' })).toEqual({
      ...{ type: 'OTHER', value: '12-ABC/7', country: 'JP' },
    });
    expect(read({ type: 'OTHER', value: 'x', country: '' })).toEqual({ type: 'OTHER', value: 'x' });
  });

  it('are rejected when one is repeated, however it is written', () => {
    const twice: TaxId[] = [
      { type: 'EU_VAT', value: 'DE136695976' },
      { type: 'EU_VAT', value: '136 695 976', country: 'DE' },
    ];
    expect(() => readTaxIds(twice)).toThrow('taxIds[1]: is repeated');
  });
});
