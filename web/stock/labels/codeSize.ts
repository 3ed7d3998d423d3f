/** The size in which a label shows a whole code: large in one line, or smaller in two or three. */

/** Half a millimetre less than the room beside the QR code of the smallest label, in points. */
const LINE_POINTS = 73;
/** As in Labels.module.css; the last one is shown too where the code is still longer. */
const sizes = [
  { name: 'large', points: 9, lines: 1 },
  { name: 'medium', points: 7, lines: 2 },
  { name: 'small', points: 5.5, lines: 3 },
] as const;

/** Width in points of a code in 1 pt; a line that is broken between two letters is not quite full. */
function widthOf(code: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return code.length;
  context.font = `700 100px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(code).width / 100;
}

function fits(code: string, { points, lines }: (typeof sizes)[number]): boolean {
  const slack = lines === 1 ? 0 : points * lines;
  return widthOf(code) * points + slack <= LINE_POINTS * lines;
}

export function codeSizeOf(code: string): (typeof sizes)[number]['name'] {
  return sizes.find((size) => fits(code, size))?.name ?? 'small';
}

/** Whether not even the smallest size has room for it. */
export function isTooLongForLabel(code: string): boolean {
  return !sizes.some((size) => fits(code, size));
}
