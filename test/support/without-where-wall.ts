import pg from 'pg';

/**
 * Removes the first of the two walls: meanwhile no statement of the service restricts its rows to an
 * organization. It rewrites all statements on their way to the server, so that there is no second code path
 * and no statement is forgotten. Drops prepared names, because a name stands for one text.
 */
export interface WhereWall {
  takeDown(): void;
  putUp(): void;
  /** Statements that named the organization. */
  readonly rewritten: ReadonlySet<string>;
  /** Statements that read or change rows of organizations without naming any. */
  readonly others: ReadonlySet<string>;
  /** Ends the rewriting for good. */
  restore(): void;
}

/** A condition on the organization: of any table, with its parameter and a cast. */
const CONDITION = /(?:"?\w+"?\.)?"?\borg_id\b"? = (\$\d+)(?:::\w+)?/g;
/**
 * Inserted rows contain their organization as a value. So does an upsert: the row that it changes has the
 * same key, and every key begins with the organization.
 */
const READS_OR_CHANGES = /\b(?:from|join|update)\s+(?!lateral\b)"?[a-z]\w*\b"?(?!\()/i;

interface Statement {
  text: string;
  name?: string;
}

/** Named parts of a statement: reading such a name reads the part's own rows. */
const PART = /\b(\w+) as (?:materialized )?\(/g;

function readsOrChanges(text: string): boolean {
  let rest = text.replace(/\b(?:for|do) update\b/gi, '');
  for (const [, name] of text.matchAll(PART))
    rest = rest.replace(new RegExp(`\\b(?:from|join) ${name}\\b`, 'g'), '');
  return READS_OR_CHANGES.test(rest);
}

export function openWhereWall(): WhereWall {
  const send = pg.Client.prototype.query;
  const rewritten = new Set<string>();
  const others = new Set<string>();
  let isDown = false;
  function rewrite(statement: Statement): Statement {
    // The parameter stays in the text: the server rejects an unused one.
    const text = statement.text.replace(CONDITION, '($1::integer is not null)'.replace('$1', '$$1'));
    if (text !== statement.text) {
      rewritten.add(statement.text);
      const { name: _, ...unnamed } = statement;
      return { ...unnamed, text };
    }
    if (readsOrChanges(text)) others.add(text);
    return statement;
  }
  function query(this: pg.Client, ...sent: unknown[]): unknown {
    const [first, ...more] = sent;
    // The service names its connections; those of the tests are not rewritten.
    const isService = (this as unknown as Named).connectionParameters.application_name === 'tallymark';
    const isStatement = typeof first === 'object' && first !== null && 'text' in first;
    const out = isDown && isService && isStatement ? rewrite(first as Statement) : first;
    return Reflect.apply(send as () => unknown, this, [out, ...more]);
  }
  pg.Client.prototype.query = query as typeof send;
  return {
    takeDown: () => {
      isDown = true;
    },
    putUp: () => {
      isDown = false;
    },
    rewritten,
    others,
    restore: () => {
      pg.Client.prototype.query = send;
    },
  };
}

interface Named {
  connectionParameters: { application_name?: string };
}
