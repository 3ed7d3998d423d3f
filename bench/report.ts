import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Finding } from './measuring.ts';

const readme = path.join(import.meta.dirname, 'README.md');
const OPENING = '<!-- Written by npm run bench -- --write -->';
const CLOSING = '<!-- End -->';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** The findings as a table in Markdown, and the machine on which they hold, with its load before they were made. */
export function describe(findings: readonly Finding[], loadBefore: number): string {
  const rows = findings.map(({ what, unit, figure, limitWhat, limit }) => [
    what,
    `${whole.format(figure)} ${unit}`,
    `${whole.format(limit)} (${limitWhat})`,
    (figure / limit).toFixed(2),
  ]);
  const table = [['What', 'Figure', 'Limit in the same run', 'Ratio'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  const cpus = os.cpus();
  const cores = `${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown CPU'}`;
  const machine = `${cores}, ${os.type()} ${os.arch()}, Node ${process.version}`;
  const day = new Date().toISOString().slice(0, 10);
  return `${lines.join('\n')}\n\n${machine}, ${day}, load before the run ${loadBefore.toFixed(1)}.`;
}

/** Puts the description into README.md, in the place of the one before. */
export function writeReadme(description: string): void {
  const text = readFileSync(readme, 'utf8');
  const [start, end] = [text.indexOf(OPENING), text.indexOf(CLOSING)];
  if (start < 0 || end < start) throw new Error(`${readme} has lost the lines between which the figures belong.`);
  writeFileSync(readme, `${text.slice(0, start)}${OPENING}\n\n${description}\n\n${text.slice(end)}`);
}
