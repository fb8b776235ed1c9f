import {
  CamelCasePlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/**
 * Maps `snake_case` columns to `camelCase`, as the library does, but only where a name can differ: a
 * statement written as text names its columns in the text, and the columns of results repeat. Keys in JSON
 * are unchanged.
 */
export class ColumnNames extends CamelCasePlugin {
  override transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return isText(args.node) ? args.node : super.transformQuery(args);
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows;
    const columns = first ? Object.keys(first) : [];
    const names = columns.map((column) => this.camelCase(column));
    if (names.every((name, index) => name === columns[index])) return result;
    return { ...result, rows: result.rows.map((row) => renamed(row, { columns, names })) };
  }
}

/** Whether a node consists of text and values only, in all its parts. */
function isText(node: OperationNode): boolean {
  return node.kind === 'ValueNode' || (RawNode.is(node) && node.parameters.every(isText));
}

function renamed(
  row: UnknownRow,
  { columns, names }: Record<'columns' | 'names', readonly string[]>,
): UnknownRow {
  const result: UnknownRow = {};
  for (let index = 0; index < columns.length; index++)
    result[names[index] as string] = row[columns[index] as string];
  return result;
}
