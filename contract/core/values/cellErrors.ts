/** Texts of cells that have no value, which no column takes. */

/** Stands for a formula without a kept result. */
export const noResult = '#NO RESULT!';

const errors =
  /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|ERROR!|PYTHON!|EXTERNAL!)$/i;

/** Whether a cell is an error of a spreadsheet, such as #REF!. */
export function isCellError(text: string): boolean {
  return errors.test(text.trim());
}

/** A number with many digits, as a spreadsheet shortens it: its digits are lost. */
const shortened = /^-?\d(?:[.,]\d+)?E[+-]?\d+$/i;

/** Whether a text is such a number. */
export function isShortened(text: string): boolean {
  return shortened.test(text.trim());
}
