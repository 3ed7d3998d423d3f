/** The delivery note: on paper alone, where it stands instead of the screen. */
import { createPortal } from 'react-dom';
import type { BuyerRecord } from '#contract/buyers.ts';
import { companyLines, type CompanyRecord } from '#contract/company.ts';
import { dispatchLabels, dispatchTexts, type DispatchRecord } from '#contract/dispatches.ts';
import { formatDate, formatQuantityWithUnit } from '#contract/format.ts';
import { partyLabels } from '#contract/parties.ts';
import classes from './DeliveryNote.module.css';

interface DeliveryNoteProps {
  dispatch: DispatchRecord;
  /** Undefined where the buyer is not recorded. */
  buyer: BuyerRecord | undefined;
  company: CompanyRecord;
}

export function DeliveryNote({ dispatch, buyer, company }: DeliveryNoteProps) {
  const [sender, ...ofSender] = companyLines(company);
  const { invoiceNumber, dispatchDate, vehicle, transportDocument, transactionCertificate, note, lines } = dispatch;
  const facts = [
    [dispatchLabels.invoiceNumber, invoiceNumber],
    [dispatchLabels.dispatchDate, formatDate(dispatchDate)],
    [dispatchLabels.vehicle, vehicle],
    [dispatchLabels.transportDocument, transportDocument],
    [dispatchLabels.transactionCertificate, transactionCertificate],
  ].filter(([, value]) => value !== '');
  // Beside the screen, so that the style sheet can hide all of it.
  return createPortal(
    <article className={classes.note} aria-label="Delivery note">
      {sender !== undefined && (
        <address className={classes.sender}>
          <strong>{sender}</strong>
          {ofSender.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </address>
      )}
      <h1>Delivery note</h1>
      <div className={classes.head}>
        <address>
          <strong>{buyer?.name ?? dispatchTexts.noBuyer}</strong>
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
            <th scope="col">Product</th>
            <th scope="col">Batch</th>
            <th scope="col">Expires</th>
            <th scope="col" className={classes.end}>
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ dispatchLineId, itemName, lotCode, expiresOn, quantity, unit }) => (
            <tr key={dispatchLineId}>
              <td>{itemName}</td>
              <td>{lotCode}</td>
              <td>{expiresOn ? formatDate(expiresOn) : ''}</td>
              <td className={classes.end}>{formatQuantityWithUnit(quantity, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p>{note}</p>}
    </article>,
    document.body,
  );
}
