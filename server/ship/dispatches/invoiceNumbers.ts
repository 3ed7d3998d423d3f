/** Invoice numbers of dispatches: a series in each financial year. */
import { sql } from 'kysely';
import { dispatchInvoiceNumber } from '#contract/ship/dispatches.ts';
import { dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { daysAfter, financialYearOf, FIRST_DATE } from '#contract/core/values/dates.ts';
import { param, prepared } from '../../core/db/statements.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { conflict } from '../../core/http/errors.ts';
import { accepts, firstOfYear, nextInSeries, SERIES_LOOKS_BACK } from '../../core/records/series.ts';
import { lockCompany } from '../../masters/company.ts';

type Db = Database | Trx;

interface Numbered {
  invoiceNumber: string;
  dispatchDate: string;
}

interface NumberUse {
  dispatchId: number;
  dispatchDate: string;
  buyerName: string | null;
}

const usesOfNumber = prepared<NumberUse>(
  () => sql`
    select d.id as "dispatchId", d.dispatch_date as "dispatchDate", b.name as "buyerName"
    from dispatch d left join buyer b on b.id = d.buyer_id
    where lower(d.invoice_number) = lower(${param('invoiceNumber')}) and d.deleted_at is null
      and d.dispatch_date between ${param('from')} and ${param('to')} and d.id <> ${param('exceptId')}
    order by d.dispatch_date desc, d.id desc limit 1`,
);

/**
 * The newest other dispatch with this invoice number in the financial year of its day (yyyy-mm-dd), ignoring case: a number
 * is unique in a financial year (CGST Rules 2017, rule 46 b).
 */
export async function findInvoiceNumberUse(
  db: Db,
  { invoiceNumber, dispatchDate }: Numbered,
  exceptId = 0,
): Promise<NumberUse | null> {
  if (invoiceNumber === '') return null;
  const { from, to } = financialYearOf(dispatchDate);
  const [newest = null] = await usesOfNumber(db, { invoiceNumber, from, to, exceptId });
  return newest;
}

/** Throws 409 where another dispatch has got a proposed number. Two that save at once take turns at the sender's row. */
export async function checkProposal(trx: Trx, proposed: Numbered): Promise<void> {
  await lockCompany(trx);
  if ((await findInvoiceNumberUse(trx, proposed)) === null) return;
  const text = dispatchTexts.numberTaken(proposed.invoiceNumber);
  throw conflict(text, { invoiceNumber: [text] });
}

async function findNewest(db: Trx, from: string, to: string): Promise<Numbered[]> {
  return await db
    .selectFrom('dispatch')
    .select(['invoice_number as invoiceNumber', 'dispatch_date as dispatchDate'])
    .where('deleted_at', 'is', null)
    .where('invoice_number', '<>', '')
    .where('dispatch_date', '>=', from)
    .where('dispatch_date', '<=', to)
    .orderBy('dispatch_date', 'desc')
    .orderBy('id', 'desc')
    .limit(SERIES_LOOKS_BACK)
    .execute();
}

/** The first of a financial year without dispatches, after those of the years before. */
async function proposeFirst(db: Trx, day: string, from: string): Promise<string> {
  const earlier = await findNewest(db, FIRST_DATE, daysAfter(from, -1));
  for (const { invoiceNumber, dispatchDate } of earlier) {
    const first = firstOfYear(invoiceNumber, dispatchDate, day);
    if (accepts(dispatchInvoiceNumber, first)) return first;
  }
  return nextInSeries(
    earlier.map(({ invoiceNumber }) => invoiceNumber),
    day,
    dispatchInvoiceNumber,
  );
}

/** Numbers that may be used already, as by dispatches that were entered late. */
const MAX_USED = 100;

/**
 * The invoice number after that of the newest dispatch of the day's financial year, as wide as it was, past those that are
 * used. Empty before the first, and where none fits.
 */
export async function proposeInvoiceNumber(db: Trx, day: string): Promise<string> {
  const { from, to } = financialYearOf(day);
  const newest = (await findNewest(db, from, to)).map(({ invoiceNumber }) => invoiceNumber);
  let invoiceNumber =
    newest.length > 0 ? nextInSeries(newest, day, dispatchInvoiceNumber) : await proposeFirst(db, day, from);
  for (let used = 0; used < MAX_USED; used += 1) {
    if ((await findInvoiceNumberUse(db, { invoiceNumber, dispatchDate: day })) === null) return invoiceNumber;
    invoiceNumber = nextInSeries([invoiceNumber], day, dispatchInvoiceNumber);
  }
  return '';
}
