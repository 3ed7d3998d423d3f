/**
 * The transaction certificates of the sample data: one that came with a purchase, and one that is applied for, with the
 * dispatch that it is of. The others of its lots and purchases are still to be covered.
 */
import { dispatchBody } from '#contract/ship/dispatches.ts';
import type { SoldAs } from '#contract/stock/claims/soldAs.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { transactionCertificateBody } from '#contract/prove/transactionCertificates.ts';
import { financialYear } from '../../core/calendar.ts';
import { dispatchDocument } from '../../ship/dispatches/actions.ts';
import type { Dispatch } from '../../ship/dispatches/queries.ts';
import type { Write } from '../../core/records/write.ts';
import { transactionCertificateDocument } from '../../prove/transactionCertificates/actions.ts';
import { Created, type Book, type Entry } from './book.ts';
import { sampleBuyers } from './products.ts';
import type { SupplierKey } from './suppliers.ts';

/** The last purchase of turmeric, whose certificate came later. */
const BOUGHT_FROM: SupplierKey = 'khasi';
const BOUGHT = 47;
const ISSUED = 33;
/** Jars of the last dispatch; only the first item is in the application. */
const SENT = 7;
const APPLIED = 5;
const soldAs: SoldAs = { scheme: 'NPOP', status: 'organic' };
const sent = { 'TP-10': 120, 'AP-9': 60 } as const;

async function lotIdOf({ trx }: Write, code: string): Promise<number> {
  return (await trx.selectFrom('lot').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
}

/** The certificate of a purchase, and the application for one of a sale, with its dispatch. */
export function transactionCertificateEntries(book: Book): Entry[] {
  const dispatches = new Created<Dispatch>();
  const recordIssued = async (write: Write): Promise<void> => {
    const { supplierId } = book.suppliers.get(BOUGHT_FROM);
    const line = await write.trx
      .selectFrom('inward_line')
      .innerJoin('inward', 'inward.id', 'inward_line.inward_id')
      .select(['inward_line.lot_id', 'inward_line.quantity'])
      .where('inward.supplier_id', '=', supplierId)
      .where('inward.inward_date', '=', book.dateOf(BOUGHT))
      .executeTakeFirstOrThrow();
    const fields = { direction: 'purchase', supplierId, scheme: 'NPOP', body: 'Lacon Quality', status: 'issued' };
    const paper = { number: 'TC/LQ/26/004471', issuedOn: book.dateOf(ISSUED) };
    const lines = [{ lineId: line.lot_id, quantity: fromThousandths(line.quantity) }];
    await transactionCertificateDocument.create(
      write,
      transactionCertificateBody.parse({ ...fields, ...paper, lines }),
    );
  };
  const dispatch = async (write: Write): Promise<void> => {
    const { id } = await write.trx
      .selectFrom('buyer')
      .select('id')
      .where('name', '=', sampleBuyers.terra.name)
      .executeTakeFirstOrThrow();
    const lines = [];
    for (const [code, quantity] of Object.entries(sent)) lines.push({ lotId: await lotIdOf(write, code), quantity });
    const dispatchDate = book.dateOf(SENT);
    const head = { buyerId: id, dispatchDate, invoiceNumber: `GD/${financialYear(dispatchDate)}/0219`, soldAs };
    dispatches.add('last', await dispatchDocument.create(write, dispatchBody.parse({ ...head, lines })));
  };
  const apply = async (write: Write): Promise<void> => {
    const { buyerId, lines } = dispatches.get('last');
    const [first] = lines;
    const fields = { direction: 'sale', buyerId, scheme: 'NPOP', body: 'Indocert', status: 'applied' };
    const covered = [{ lineId: first?.dispatchLineId, quantity: sent['TP-10'] }];
    await transactionCertificateDocument.create(write, transactionCertificateBody.parse({ ...fields, lines: covered }));
  };
  return [
    { at: book.timeOf(ISSUED, 13, 40), record: recordIssued },
    { at: book.timeOf(SENT, 15, 30), record: dispatch },
    { at: book.timeOf(APPLIED, 11, 45), record: apply },
  ];
}
