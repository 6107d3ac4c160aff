import { distribution, TABLES_OF_FUNCTIONS } from './tableDistribution';
import { splitAt, tokenize, type Token } from './tokenize';

export type Columns = Readonly<Record<string, readonly string[]>>;

export type Kind =
  /** Reads or writes no table. */
  | 'no table'
  /** Only reads tables that every node has, or uses tables of one node. */
  | 'one node'
  /** Has the value of the distribution column, or inserts it. */
  | 'one shard'
  /** Writes a table that every node has. */
  | 'every node'
  | 'crosses shards';

interface Reference {
  readonly table: string;
  readonly alias: string;
  readonly writes: boolean;
  /** Where its distribution column is: all columns and parameters that equal it are in the same set. */
  readonly id: number;
}

interface Scope {
  readonly references: Reference[];
  /** Names of subqueries, functions and common table expressions. */
  readonly names: Set<string>;
  readonly parent: Scope | undefined;
}

const STATEMENTS = new Set(['select', 'insert', 'update', 'delete', 'with']);
const WITHOUT_TABLES = new Set(['analyze', 'vacuum', 'savepoint', 'rollback', 'set', 'show', 'do']);
const CLAUSES = new Set(
  'select from using where on group order having limit offset returning set values for window'.split(' '),
);
/** Words that may follow an item of FROM, besides its alias. */
const AFTER_ITEM = new Set([...CLAUSES, ...'left right inner full cross join lateral as with ordinality'.split(' ')]);

const isWord = (token: Token | undefined): token is string => typeof token === 'string' && /^[a-z_]\w*$/i.test(token);
const isList = (token: Token | undefined): token is readonly Token[] => typeof token === 'object';

const isStatement = (tokens: readonly Token[]): boolean => {
  const [first] = tokens;
  return isList(first) ? isStatement(first) : first !== undefined && STATEMENTS.has(first);
};

/** Reads one statement. It refuses what it does not understand instead of guessing. */
class StatementReader {
  readonly references: Reference[] = [];
  readonly #columns: Columns;
  /** The set of each column and parameter: `3.account_id`, `$1`. */
  readonly #sets = new Map<string, Set<string>>();

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  #setOf(name: string): Set<string> {
    const set = this.#sets.get(name) ?? new Set([name]);
    this.#sets.set(name, set);
    return set;
  }

  #equate(left: string, right: string): void {
    const merged = new Set([...this.#setOf(left), ...this.#setOf(right)]);
    for (const name of merged) this.#sets.set(name, merged);
  }

  #refer(scope: Scope, table: string, alias: string, writes: boolean): Reference {
    if (!this.#columns[table]) throw new Error(`Unknown table ${table}`);
    const reference = { table, alias, writes, id: this.references.length };
    this.references.push(reference);
    scope.references.push(reference);
    return reference;
  }

  /** The column that a name means, as `3.account_id`. */
  #resolve(scope: Scope | undefined, name: string): string | undefined {
    if (!scope) return undefined;
    const [alias, column] = name.includes(' . ') ? name.split(' . ') : [undefined, name];
    const found = scope.references.find((reference) =>
      alias === undefined ? this.#columns[reference.table]?.includes(column ?? '') : reference.alias === alias,
    );
    return found ? `${found.id}.${column}` : this.#resolve(scope.parent, name);
  }

  /** A parameter or a column, with or without a cast. Undefined for all others. */
  #readOperand(scope: Scope, tokens: readonly Token[]): string | undefined {
    const text = tokens.map((token) => (isList(token) ? '()' : token)).join(' ');
    const [, operand] = /^(\$\d+|[a-z_]\w*(?: \. [a-z_]\w*)?)(?: :: \w+)?$/.exec(text) ?? [];
    if (operand === undefined) return undefined;
    return operand.startsWith('$') ? operand : this.#resolve(scope, operand);
  }

  /**
   * Equalities that hold for all rows: not those beside OR, and not those of ON with parameters, because an outer join
   * keeps the rows that do not meet them.
   */
  #readConditions(scope: Scope, clause: 'where' | 'on', tokens: readonly Token[]): void {
    if (tokens.includes('or')) return;
    for (const condition of splitAt(tokens, ['and'])) {
      const [only, ...others] = condition;
      if (isList(only) && others.length === 0 && !isStatement(only)) this.#readConditions(scope, clause, only);
      const [left = [], right, ...more] = splitAt(condition, ['=']);
      if (!right || more.length > 0) continue;
      const [a, b] = [this.#readOperand(scope, left), this.#readOperand(scope, right)];
      if (a === undefined || b === undefined) continue;
      if (clause === 'where' || !(a.startsWith('$') || b.startsWith('$'))) this.#equate(a, b);
    }
  }

  /** Reads the items of FROM or USING. */
  #readItems(scope: Scope, tokens: readonly Token[], writes: boolean): void {
    for (const item of splitAt(tokens, [',', 'join'])) {
      const start = item.findIndex((token) => isList(token) || !AFTER_ITEM.has(token));
      if (start === -1) continue;
      const [first, ...rest] = item.slice(start);
      const isCall = isWord(first) && isList(rest[0]);
      const after = isCall ? rest.slice(1) : rest;
      const alias = after.find((token) => isWord(token) && !AFTER_ITEM.has(token)) as string | undefined;
      if (isWord(first) && first.startsWith('pg_')) continue;
      if (isWord(first) && !isCall && !this.#isNamed(scope, first)) this.#refer(scope, first, alias ?? first, writes);
      else if (!isList(first) && !isWord(first)) throw new Error(`Unknown item of FROM: ${String(first)}`);
      else scope.names.add(alias ?? '');
      if (isCall) for (const table of TABLES_OF_FUNCTIONS[first] ?? []) this.#refer(scope, table, `${first}()`, false);
    }
  }

  #isNamed(scope: Scope | undefined, name: string): boolean {
    return scope !== undefined && (scope.names.has(name) || this.#isNamed(scope.parent, name));
  }

  /** Reads the statements in parentheses, at any depth. */
  #readInner(scope: Scope, tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (!isList(token)) continue;
      if (isStatement(token)) this.read(token, scope);
      else this.#readInner(scope, token);
    }
  }

  /** Reads `WITH a AS (…), b AS (…)` and returns what follows. */
  #readCommonTables(scope: Scope, tokens: readonly Token[]): readonly Token[] {
    let at = 1;
    for (;;) {
      const name = tokens[at];
      const body = tokens.findIndex((token, index) => index > at && isList(token) && isStatement(token));
      const inner = tokens[body];
      if (!isWord(name) || !isList(inner)) throw new Error('Unknown WITH');
      this.read(inner, scope);
      scope.names.add(name);
      if (tokens[body + 1] !== ',') return tokens.slice(body + 1);
      at = body + 2;
    }
  }

  /** The values that an INSERT gives to the distribution column. */
  #readInsert(scope: Scope, target: Reference, given: readonly Token[], clauses: readonly Clause[]): void {
    const placement = distribution[target.table];
    if (placement?.on !== 'shards') return;
    const index = splitAt(given, [',']).findIndex(([column]) => column === placement.by);
    const selected = clauses.find(({ word }) => word === 'select');
    const isBuilt = given.length === 0 && !selected;
    const value = selected && splitAt(selected.tokens, [','])[index];
    const source = value && this.#readOperand(scope, value);
    if (isBuilt || (!selected && index >= 0)) this.#equate(`${target.id}.${placement.by}`, `$of ${target.id}`);
    else if (source !== undefined) this.#equate(`${target.id}.${placement.by}`, source);
  }

  read(tokens: readonly Token[], parent: Scope | undefined): void {
    const scope: Scope = { references: [], names: new Set(), parent };
    const body = tokens[0] === 'with' ? this.#readCommonTables(scope, tokens) : tokens;
    const parts = splitAt(body, ['union']);
    if (parts.length > 1) {
      for (const part of parts) this.read(part[0] === 'all' ? part.slice(1) : part, scope);
      return;
    }
    const [first] = body;
    if (isList(first)) {
      this.#readInner(scope, body);
      return;
    }
    if (first === undefined || !STATEMENTS.has(first)) throw new Error(`Unknown statement: ${String(first)}`);
    this.#readStatement(scope, first, body);
  }

  #readStatement(scope: Scope, first: string, body: readonly Token[]): void {
    const clauses = splitClauses(first === 'select' ? body : body.slice(1));
    const writesTo = first === 'insert' ? 'into' : first === 'update' ? 'update' : undefined;
    let insertInto: (() => void) | undefined;
    if (writesTo) {
      const [head] = clauses;
      const named = (head?.tokens ?? []).filter((token) => token !== 'into' && token !== 'as');
      const [table, alias] = named.filter(isWord);
      const target = this.#refer(scope, table ?? '', alias ?? table ?? '', true);
      if (first === 'insert') {
        // The target's columns are no names of the query that gives its rows.
        scope.references.pop();
        insertInto = () => this.#readInsert(scope, target, named.find(isList) ?? [], clauses);
      }
    }
    for (const { word, tokens } of clauses)
      if (word === 'from' || word === 'using') this.#readItems(scope, tokens, first === 'delete' && word === 'from');
    for (const { word, tokens } of clauses)
      if (word === 'where' || word === 'on') this.#readConditions(scope, word, tokens);
    insertInto?.();
    for (const { tokens } of clauses) this.#readInner(scope, tokens);
  }

  /** Whether all references are on the shard of one known value. */
  isOnOneShard(): boolean {
    const keys = this.references.flatMap(({ table, id }) => {
      const placement = distribution[table];
      return placement?.on === 'shards' ? [{ ...placement, id }] : [];
    });
    for (const whole of keys)
      for (const part of keys)
        if (whole.identifiedBy && part.becomes && whole.group === part.group)
          if (this.#setOf(`${whole.id}.${whole.identifiedBy}`).has(`${part.id}.${part.by}`))
            this.#equate(`${whole.id}.${whole.by}`, `${part.id}.${part.by}`);
    const [key] = keys;
    const shared = key && this.#setOf(`${key.id}.${key.by}`);
    return (
      shared !== undefined &&
      [...shared].some((name) => name.startsWith('$')) &&
      keys.every(({ id, by, group }) => group === key?.group && shared.has(`${id}.${by}`))
    );
  }
}

interface Clause {
  readonly word: string;
  readonly tokens: readonly Token[];
}

/** Splits a statement at the words that begin a clause. */
const splitClauses = (tokens: readonly Token[]): Clause[] => {
  const clauses: { word: string; tokens: Token[] }[] = [{ word: 'head', tokens: [] }];
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const isClause = typeof token === 'string' && CLAUSES.has(token);
    const isOperator = token === 'from' && before === 'distinct' && tokens[index - 2] === 'is';
    // After ON, the next JOIN belongs to FROM again.
    const inOn = clauses.at(-1)?.word === 'on';
    if (inOn && typeof token === 'string' && /^(?:left|right|cross|join|,)$/.test(token))
      clauses.push({ word: 'from', tokens: [token] });
    else if (isClause && !isOperator && before !== '.') clauses.push({ word: token, tokens: [] });
    else clauses.at(-1)?.tokens.push(token);
  });
  return clauses;
};

/** @throws {Error} if it does not understand the statement. */
export const classifyStatement = (text: string, columns: Columns): Kind => {
  const tokens = tokenize(text);
  const [first] = tokens;
  if (typeof first === 'string' && WITHOUT_TABLES.has(first)) return 'no table';
  const reader = new StatementReader(columns);
  reader.read(tokens, undefined);
  const used = reader.references.map(({ table, writes }) => ({ on: distribution[table]?.on, writes }));
  if (used.length === 0) return 'no table';
  const isSharded = used.some(({ on }) => on === 'shards');
  if (isSharded && (!reader.isOnOneShard() || used.some(({ on }) => on === 'one node'))) return 'crosses shards';
  if (used.some(({ on, writes }) => on === 'every node' && writes)) return 'every node';
  return isSharded ? 'one shard' : 'one node';
};
