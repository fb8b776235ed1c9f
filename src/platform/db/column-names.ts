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
 * Columns are `snake_case` in the database and `camelCase` here, as the library renames them, but only where
 * there is anything to rename: a statement written as text names its columns in the text, and the rows of a
 * result have the same columns. Keys in JSON stay as they are.
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

/** Text and values alone, also in its parts. */
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
