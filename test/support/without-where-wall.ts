import pg from 'pg';

/**
 * Takes the first of the two walls away: while it is down, no statement of the service says whose rows it
 * means. What the service sends is rewritten on its way to the server, whoever built it, so that there is no
 * second code path to test and no statement is forgotten. Prepared names are dropped, because a name stands
 * for one text.
 */
export interface WhereWall {
  takeDown(): void;
  putUp(): void;
  /** Texts that named the organization. */
  readonly rewritten: ReadonlySet<string>;
  /** Texts that read or change rows of organizations and did not name any. */
  readonly others: ReadonlySet<string>;
  /** Ends the rewriting for good. */
  restore(): void;
}

/** A condition on the organization: of any table, with its parameter and a cast of it. */
const CONDITION = /(?:"?\w+"?\.)?"?\borg_id\b"? = (\$\d+)(?:::\w+)?/g;
/**
 * Rows that are only added say whose they are in their values. So does an upsert: what it changes has
 * the same key, and every key begins with the organization.
 */
const READS_OR_CHANGES = /\b(?:from|join|update)\s+(?!lateral\b)"?[a-z]\w*\b"?(?!\()/i;

interface Statement {
  text: string;
  name?: string;
}

/** Parts of a statement that have names: what is read of them, the parts have read or added. */
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
    // The parameter stays in the text: the server refuses one that is not used.
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
    // The service names its connections; those of the tests themselves stay as they are.
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
