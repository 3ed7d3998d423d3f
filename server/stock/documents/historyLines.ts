/** Formats of the history that documents share: their lines and their file. */
import { eventTexts } from '#contract/stock/eventTexts.ts';
import { quantityOf, textOf, type As, type Snapshot } from '../../core/records/historyFields.ts';

/** A line of an item: 'Turmeric 2.5 kg'. */
export const itemLine = ({ itemName, quantity, unit }: Snapshot): string =>
  `${textOf(itemName)} ${quantityOf(quantity, unit)}`;

/** A line of a lot: 'TP-3 12 kg (Turmeric powder)'. */
export const lotLine = ({ lotCode, itemName, quantity, unit }: Snapshot): string =>
  `${textOf(lotCode)} ${quantityOf(quantity, unit)} (${textOf(itemName)})`;

/** Whether a record has a file, and whether a change replaced it. */
export const fileText: As = (_, { hasFile, fileReplaced }) =>
  fileReplaced === true ? eventTexts.billReplaced : hasFile === true ? eventTexts.billAttached : '';
