import type { CheckedQuery, Narrowing } from './check-query.ts';
import { checkValue } from './check-value.ts';
import { isSame } from './expression.ts';

/** Rules that concern several members. */
export function checkWhole(query: CheckedQuery, { accountId, hasRange }: Narrowing): string[] {
  const { base, selects, sort, seek } = query;
  const headers = selects.map(({ header }) => header);
  const twice = headers.findIndex((header, index) => headers.indexOf(header) !== index);
  const isGrouped = selects.some(({ expression }) => expression.aggregator !== null);
  const loose = sort.findIndex(({ expression }) => {
    return !selects.some((select) => isSame(select.expression, expression));
  });
  const { accountColumn, timeColumn } = base;
  return [
    ...(twice < 0
      ? []
      : [`queryInput.selects[${twice}].alias: ${headers[twice]} is also the header of another column`]),
    ...((isGrouped || sort.some(({ expression }) => expression.aggregator)) && loose >= 0
      ? [`queryInput.sort[${loose}].column: must be one of selects, with the same functions and aggregator`]
      : []),
    ...(seek !== null && seek.length !== sort.length
      ? [`queryInput.seekValues: must have one value for each of the ${sort.length} entries of sort`]
      : []),
    ...(seek ?? []).flatMap((value, index) => {
      return checkValue(value, sort[index]?.expression.type ?? 'TEXT', `queryInput.seekValues[${index}]`);
    }),
    ...(accountId !== null && accountColumn === null
      ? [`accountId: must be absent, because rows of ${base.name} belong to no account`]
      : []),
    ...(hasRange && timeColumn === null
      ? [`startTime: must be absent, because rows of ${base.name} have no time`]
      : []),
    ...checkCurrencies(query, accountId),
  ];
}

/** Amounts are summed only within an account or a currency: 5 USD and 5 EUR have no sum. */
function checkCurrencies({ selects, filters }: CheckedQuery, accountId: string | null): string[] {
  const mixing = selects.findIndex(({ expression: { column, aggregator } }) => {
    return column.isMoney && aggregator !== null && aggregator !== 'count';
  });
  const isOneCurrency =
    accountId !== null ||
    selects.some(({ expression }) => expression.column.isCurrencyKey && expression.aggregator === null) ||
    filters.some(({ expression, operator }) => expression.column.isCurrencyKey && operator === 'eq');
  if (mixing < 0 || isOneCurrency) return [];
  return [
    `queryInput.selects[${mixing}].aggregator: would mix currencies; also select the account or the ` +
      'currency, or filter by one of them',
  ];
}
