/** The cost of each job against the number of productions, as a small picture. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Growth } from './sizes.ts';

const WIDTH = 760;
const HEIGHT = 360;
const LEFT = 50;
const RIGHT = 390;
const TOP = 30;
const BOTTOM = 310;
const LINE_HEIGHT = 22;
const LIMIT = 1.3;
const colours = ['#1b6e3c', '#c2410c', '#1d4ed8', '#9333ea', '#b45309', '#0e7490', '#be123c', '#4d7c0f', '#475569'];

function shorten(count: number): string {
  if (count >= 1_000_000) return `${count / 1_000_000}M`;
  return count >= 1000 ? `${count / 1000}k` : String(count);
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" ${attributes}>${content}</text>`;
}

/** The picture as SVG: to the right more productions, upwards what each costs, compared with the fewest. */
function draw(growths: readonly Growth[], caption: string): string {
  const lines = growths.map(({ what, costs }) => {
    const first = costs[0]?.cost ?? NaN;
    return { what, points: costs.map(({ productions, cost }) => ({ productions, ratio: cost / first })) };
  });
  const counts = lines[0]?.points.map(({ productions }) => productions) ?? [];
  const [least, most] = [Math.log10(Math.min(...counts)), Math.log10(Math.max(...counts))];
  const highest = Math.max(2, Math.ceil(Math.max(...lines.flatMap(({ points }) => points.map(({ ratio }) => ratio)))));
  const x = (count: number) => LEFT + ((Math.log10(count) - least) / (most - least)) * (RIGHT - LEFT);
  const y = (ratio: number) => BOTTOM - (ratio / highest) * (BOTTOM - TOP);
  const step = Math.ceil(highest / 5);
  const marks = Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
  const level = (ratio: number, attributes: string) =>
    `<path d="M${LEFT} ${y(ratio).toFixed(1)}H${RIGHT}" ${attributes}/>`;
  const parts = [
    ...marks.flatMap((mark) => [
      level(mark, 'stroke="#ddd"'),
      text(LEFT - 8, y(mark) + 4, `${mark}×`, 'text-anchor="end"'),
    ]),
    level(LIMIT, 'stroke="#b91c1c" stroke-dasharray="5 4"'),
    ...counts.map((count) => text(x(count), BOTTOM + 20, shorten(count), 'text-anchor="middle"')),
    text(LEFT, HEIGHT - 8, caption, 'fill="#555"'),
    ...lines.flatMap(({ what, points }, index) => {
      const colour = colours[index % colours.length] ?? '#000';
      const way = points.map(({ productions, ratio }) => `${x(productions).toFixed(1)} ${y(ratio).toFixed(1)}`);
      const row = TOP + 10 + index * LINE_HEIGHT;
      const last = points.at(-1)?.ratio.toFixed(2) ?? '';
      return [
        `<path d="M${way.join('L')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        text(RIGHT + 20, row, `${what}: ${last}×`, `fill="${colour}"`),
      ];
    }),
  ];
  const opening = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`;
  return `${opening}\n<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`;
}

/** Puts the picture beside README.md. */
export function writeChart(growths: readonly Growth[], engine: string): void {
  const caption = `Time of each job by the number of productions (${engine}), 1× with the fewest; dashed: the most that it may be`;
  writeFileSync(path.join(import.meta.dirname, `growth-${engine}.svg`), draw(growths, caption));
}
