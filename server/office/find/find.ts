/** Finds records of every kind by a part of their name, number, phone, GSTIN or amount. */
import { sql, type RawBuilder } from 'kysely';
import { toPaise } from '#contract/core/values/numbers.ts';
import { idOfTerm } from '#contract/core/lists.ts';
import type { FindableKind } from '#contract/kinds.ts';
import type { InwardStatus } from '#contract/documentStatus.ts';
import type { Engine } from '../../core/db/connect.ts';
import { batchKey } from '../../core/db/batchOrder.ts';
import { param, prepared } from '../../core/db/statements.ts';
import type { Trx } from '../../core/db/tables.ts';
import { anyOf, contained, matchesByWords, isTermId, parseTerm, type ParsedTerm } from '../../core/lists/search.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';

/** Row of each statement; quantities in thousandths, amounts in paise. */
export interface FindRow {
  kind: FindableKind;
  recordId: number;
  label: string;
  detail: string;
  quantity: number | null;
  unit: string | null;
  amount: number | null;
  /** Set for invoices. */
  date: string | null;
  /** Set for inwards. */
  status: InwardStatus | null;
  /** GTIN of the product of a batch; else empty. */
  gtin: string;
}

const most = sql.lit(6);
/** Limit of lots with exactly the searched code, as on a label. */
const mostAlike = sql.lit(100);
/** Limit of codes that begin with a short term, of which the newest are shown. */
const mostCodes = sql.lit(1000);
/** Shorter runs of digits are in most phone numbers. */
const FEWEST_PHONE_DIGITS = 4;

/** A column of `FindRow` that a kind does not have. */
const nothing = {
  quantity: sql`cast(null as bigint) as quantity`,
  unit: sql`cast(null as text) as unit`,
  amount: sql`cast(null as bigint) as amount`,
  gtin: sql`'' as gtin`,
  dateAndStatus: sql`cast(null as text) as date, cast(null as text) as status`,
};

/** A term, or with `byId` the number of an id such as #12. */
interface FindQuery extends ParsedTerm {
  byId: boolean;
}

/** True if the record has the requested id, or else if the condition holds. */
function called({ byId }: FindQuery, id: string, holds: RawBuilder<unknown>): RawBuilder<unknown> {
  return byId ? isTermId(id) : holds;
}

/** Suppliers, buyers and users: by name, phone and, where they have one, GSTIN. */
function people(kind: 'suppliers' | 'buyers' | 'users', table: string, name: string, further: RawBuilder<unknown>) {
  const texts = kind === 'users' ? [name, 'email', 'phone'] : [name, 'email', 'phone', 'gstin_number'];
  return (term: FindQuery) => sql<FindRow>`
    select ${sql.lit(kind)} as kind, id as "recordId", ${sql.ref(name)} as label, ${further} as detail,
      ${nothing.quantity}, ${nothing.unit}, ${nothing.amount}, ${nothing.dateAndStatus}, ${nothing.gtin}
    from ${sql.table(table)}
    where deleted_at is null
      and ${called(term, 'id', anyOf(contained(term, texts), sql`phone like ${param('digits')}`))}
    order by id desc limit ${most}`;
}

/** Raw materials and products, by name, with their stock. */
function items(kind: 'materials' | 'products', table: 'raw_material' | 'product', reference: string) {
  return (term: FindQuery) => sql<FindRow>`
    select ${sql.lit(kind)} as kind, m.id as "recordId", m.name as label, m.description as detail,
      i.on_hand as quantity, m.unit, ${nothing.amount}, ${nothing.dateAndStatus}, ${nothing.gtin}
    from ${sql.table(table)} m join item i on ${sql.ref(reference)} = m.id
    where m.deleted_at is null and m.id in (
      select id from ${sql.table(table)} where ${called(term, 'id', matchesByWords(term, `${table}_words`, 'id', ['name']))})
    order by m.id desc limit ${most}`;
}

/** One statement for each kind, the newest first; of lots those first that are called so, as a label is. */
const statements: Record<FindableKind, (term: FindQuery) => RawBuilder<FindRow>> = {
  inward: (term) => sql<FindRow>`
    select 'inward' as kind, w.id as "recordId", w.invoice_number as label, s.name as detail, ${nothing.quantity},
      ${nothing.unit}, w.grand_total as amount, w.inward_date as date, w.status, ${nothing.gtin}
    from inward w join supplier s on s.id = w.supplier_id
    where w.id in (
      ${numbered(term, 'inward', 'invoice_number')}
      union all ${newest('inward', sql`l.grand_total = cast(${param('amount')} as bigint)`)})
    order by w.id desc limit ${most}`,
  goods: (term) =>
    lots(
      term,
      sql`exists (select 1 from finished_good g where g.lot_id = l.id)`,
      sql`l.id in (select lot_id from finished_good where ${isTermId('id')})`,
    ),
  lots: (term) =>
    lots(term, sql`not exists (select 1 from finished_good g where g.lot_id = l.id)`, sql`${isTermId('l.id')}`),
  dispatches: (term) => sql<FindRow>`
    select 'dispatches' as kind, d.id as "recordId", d.invoice_number as label, coalesce(b.name, '') as detail,
      ${nothing.quantity}, ${nothing.unit}, ${nothing.amount}, d.dispatch_date as date, cast(null as text) as status,
      ${nothing.gtin}
    from dispatch d left join buyer b on b.id = d.buyer_id
    where d.id in (${numbered(term, 'dispatch', 'invoice_number')})
    order by d.id desc`,
  suppliers: people('suppliers', 'supplier', 'name', sql`address`),
  buyers: people('buyers', 'buyer', 'name', sql`address`),
  materials: items('materials', 'raw_material', 'i.raw_material_id'),
  products: items('products', 'product', 'i.product_id'),
  categories: (term) => sql<FindRow>`
    select 'categories' as kind, id as "recordId", name as label, description as detail, ${nothing.quantity},
      ${nothing.unit}, ${nothing.amount}, ${nothing.dateAndStatus}, ${nothing.gtin}
    from category where deleted_at is null and ${called(term, 'id', contained(term, ['name']))} order by id desc limit ${most}`,
  certificates: (term) => sql<FindRow>`
    select 'certificates' as kind, c.id as "recordId", c.number as label, coalesce(s.name, c.body) as detail,
      ${nothing.quantity}, ${nothing.unit}, ${nothing.amount}, ${nothing.dateAndStatus}, ${nothing.gtin}
    from certificate c left join supplier s on s.id = c.supplier_id
    where c.deleted_at is null and ${called(term, 'c.id', contained(term, ['c.number']))} order by c.id desc limit ${most}`,
  transactionCertificates: (term) => sql<FindRow>`
    select 'transactionCertificates' as kind, c.id as "recordId", c.number as label, coalesce(s.name, b.name) as detail,
      ${nothing.quantity}, ${nothing.unit}, ${nothing.amount}, ${nothing.dateAndStatus}, ${nothing.gtin}
    from transaction_certificate c left join supplier s on s.id = c.supplier_id left join buyer b on b.id = c.buyer_id
    where c.id in (${numbered(term, 'transaction_certificate', 'number')})
    order by c.id desc`,
  certificationBodies: (term) => sql<FindRow>`
    select 'certificationBodies' as kind, y.id as "recordId", y.name as label, y.code as detail, ${nothing.quantity},
      ${nothing.unit}, ${nothing.amount}, ${nothing.dateAndStatus}, ${nothing.gtin}
    from certification_body y
    where y.deleted_at is null and ${called(term, 'y.id', contained(term, ['y.name', 'y.code']))}
    order by y.id desc limit ${most}`,
  users: people('users', 'app_user', 'full_name', sql`email`),
};

type Numbered = 'dispatch' | 'inward' | 'lot' | 'transaction_certificate';

/** Ids of the newest rows (alias l) that match a condition. Two such queries are faster than one with `or`. */
function newest(
  table: Numbered,
  holds: RawBuilder<unknown>,
  count = most,
  isPresent = sql`l.deleted_at is null`,
): RawBuilder<unknown> {
  return sql`
    select id from (
      select l.id from ${sql.table(table)} l where ${isPresent} and ${holds} order by l.id desc limit ${count}) newest`;
}

/** Ids of the newest rows whose number contains the term, or that have its id. */
function numbered(term: FindQuery, table: Numbered, column: 'invoice_number' | 'number'): RawBuilder<unknown> {
  const holds = called(term, 'l.id', matchesByWords(term, `${table}_words`, 'l.id', [`l.${column}`]));
  // A short term is looked for in every row: SQLite takes three times as long through the index of those not deleted.
  return newest(table, holds, most, term.short ? sql`(l.deleted_at is null) = true` : undefined);
}

/** Lots are many: a term too short for the index of their words is how the code begins, of the first thousand such. */
function lots(term: FindQuery, which: RawBuilder<unknown>, hasId: RawBuilder<unknown>): RawBuilder<FindRow> {
  const named = term.byId
    ? hasId
    : term.short
      ? sql`l.id in (
        select id from lot where deleted_at is null and code_key >= ${param('key')} and code_key < ${param('afterKey')}
        order by code_key limit ${mostCodes})`
      : matchesByWords(term, 'lot_words', 'l.id', ['l.code', 'l.supplier_lot_number']);
  return sql<FindRow>`
    select case when g.id is null then 'lots' else 'goods' end as kind, coalesce(g.id, l.id) as "recordId",
      l.code as label, ${nameOfItem} as detail, l.on_hand as quantity, ${unitOfItem} as unit,
      ${nothing.amount}, ${nothing.dateAndStatus}, i.gtin
    from lot l join item i on i.id = l.item_id ${withMasters} left join finished_good g on g.lot_id = l.id
    where l.id in (
      ${newest('lot', sql`${which} and l.code_key = ${param('key')}`, mostAlike)}
      union all
      ${newest('lot', sql`${which} and ${named}`)})
    order by case when l.code_key = ${param('key')} then 0 else 1 end, l.id desc limit ${mostAlike}`;
}

/** The amount that a term is, as Indians write it (1,24,500.50; ₹): paise, or null. */
function amountOf(term: string): number | null {
  const plain = term.replaceAll(/[₹,\s]/g, '');
  return /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? (toPaise(Number(plain)) ?? null) : null;
}

/** The digits of a phone number as people write it (+91 98111 11111), to look for anywhere; null if the term is none. */
function digitsOf(term: string): string | null {
  if (!/^\+?[\d\s-]+$/.test(term)) return null;
  const digits = term.replaceAll(/\D/g, '').replace(/^(91|0)(?=\d{10}$)/, '');
  return digits.length < FEWEST_PHONE_DIGITS ? null : `%${digits}%`;
}

/** No text has it: all that begins with a key comes before the key followed by it. */
const LAST_LETTER = '\u{10ffff}';

const compiled = new Map<string, ReturnType<typeof prepared<FindRow>>>();

function statementOf(kind: FindableKind, query: FindQuery) {
  const key = `${kind} ${query.fold} ${query.words} ${query.short} ${query.byId}`;
  const known = compiled.get(key);
  if (known) return known;
  const statement = prepared(() => statements[kind](query));
  compiled.set(key, statement);
  return statement;
}

/**
 * Records that match the term, or that have the ID of a term such as #12: six of each kind, and a hundred lots that are called
 * exactly so. Exact matches come first, then those whose name begins so, each kind's newest first.
 */
export async function findRecords(
  trx: Trx,
  search: string,
  kinds: readonly FindableKind[],
  engine: Engine,
): Promise<FindRow[]> {
  const id = idOfTerm(search);
  const { parsedTerm, values } = parseTerm(id ?? search, engine);
  const query = { ...parsedTerm, byId: id !== undefined };
  const key = batchKey(search);
  const all = { ...values, key, afterKey: key + LAST_LETTER, amount: amountOf(search), digits: digitsOf(search) };
  const rows: FindRow[] = [];
  for (const kind of kinds) rows.push(...(await statementOf(kind, query)(trx, all)));
  const term = search.toLowerCase();
  const rankOf = ({ label }: FindRow) => {
    const name = label.toLowerCase();
    return name === term ? 0 : name.startsWith(term) ? 1 : 2;
  };
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b));
}
