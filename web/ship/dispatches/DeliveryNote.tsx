/** The delivery note: on paper alone, in place of the screen. */
import { createPortal } from 'react-dom';
import type { BuyerRecord } from '#contract/masters/buyers.ts';
import { soldAsOfLine, soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import type { CompanyRecord } from '#contract/masters/company.ts';
import { totalsSent, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { deliveryNoteTexts, dispatchLabels, dispatchLineLabels, dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { partyLabels } from '#contract/masters/parties.ts';
import { Sender } from '#web/masters/Sender.tsx';
import classes from './DeliveryNote.module.css';

interface DeliveryNoteProps {
  dispatch: DispatchRecord;
  /** Undefined where the buyer is not recorded. */
  buyer: BuyerRecord | undefined;
  company: CompanyRecord;
}

export function DeliveryNote({ dispatch, buyer, company }: DeliveryNoteProps) {
  const { invoiceNumber, dispatchDate, vehicle, transportDocument, transactionCertificate, note, lines } = dispatch;
  const { inspectionCertificate, importCertificate, soldAs } = dispatch;
  const facts = [
    [dispatchLabels.invoiceNumber, invoiceNumber],
    [dispatchLabels.dispatchDate, formatDate(dispatchDate)],
    [dispatchLabels.vehicle, vehicle],
    [dispatchLabels.transportDocument, transportDocument],
    [dispatchLabels.transactionCertificate, transactionCertificate],
    [dispatchLabels.inspectionCertificate, inspectionCertificate],
    [dispatchLabels.importCertificate, importCertificate],
  ].filter(([, value]) => value !== '');
  const isClaiming = soldAs !== null || lines.some(({ claim }) => claim !== undefined && claim !== 'conventional');
  const totals = lines.length > 1 ? totalsSent(lines) : [];
  const to = buyer?.name ?? dispatchTexts.noBuyer;
  // Beside the screen, so that the style sheet can hide all of it.
  return createPortal(
    <article
      className={classes.note}
      aria-label={deliveryNoteTexts.title}
      data-running-head={deliveryNoteTexts.runningHead(invoiceNumber, to)}
    >
      <Sender company={company} className={classes.sender} />
      <h1>{deliveryNoteTexts.title}</h1>
      <div className={classes.head}>
        <address>
          <strong>{to}</strong>
          {buyer?.address && <span>{buyer.address}</span>}
          {buyer?.gstinNumber && (
            <span>
              {partyLabels.gstinNumber} {buyer.gstinNumber}
            </span>
          )}
        </address>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{dispatchLineLabels.product}</th>
            <th scope="col">{dispatchLineLabels.batch}</th>
            <th scope="col">{dispatchLineLabels.expiresOn}</th>
            {isClaiming && <th scope="col">{soldAsTexts.label}</th>}
            <th scope="col" className={classes.end}>
              {dispatchLineLabels.quantity}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ dispatchLineId, itemName, lotCode, expiresOn, claim, claims, quantity, unit }) => (
            <tr key={dispatchLineId}>
              <td>{itemName}</td>
              <td>{lotCode}</td>
              <td>{expiresOn ? formatDate(expiresOn) : ''}</td>
              {isClaiming && <td>{soldAsOfLine(soldAs, claims ?? [], claim ?? 'conventional')}</td>}
              <td className={classes.end}>{formatQuantityWithUnit(quantity, unit)}</td>
            </tr>
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            {totals.map(({ quantity, unit }, index) => (
              <tr key={unit}>
                <th scope="row" colSpan={isClaiming ? 4 : 3}>
                  {index === 0 && deliveryNoteTexts.total}
                </th>
                <td className={classes.end}>{formatQuantityWithUnit(quantity, unit)}</td>
              </tr>
            ))}
          </tfoot>
        )}
      </table>
      {note && <p>{note}</p>}
      <div className={classes.signed}>
        <span>{deliveryNoteTexts.receivedBy}</span>
        <span>{deliveryNoteTexts.date}</span>
      </div>
    </article>,
    document.body,
  );
}
