/** The figures as a table. */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const readme = path.join(import.meta.dirname, 'README.md');

/** A row of the table. */
export interface Row {
  cells: [name: string, small: string, large: string, limit: string];
  isMet: boolean;
  /** Why its limit is not met, and whether anybody feels it. */
  cause?: string | undefined;
}

/** Three significant digits. */
export function inDigits(value: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(value);
}

/** The time that this share of the times stays within. */
export function percentile(times: readonly number[], share: number): number {
  const time = times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1];
  if (time === undefined) throw new Error('Nothing was measured.');
  return time;
}

/** '1.2 / 3.4': half of them within, 95 of 100 or another share within. */
export function halfAndMost(times: readonly number[], share = 0.95): string {
  return `${inDigits(percentile(times, 0.5))} / ${inDigits(percentile(times, share))}`;
}

/** A table in Markdown; the first row is its head. */
export function inMarkdown(table: readonly (readonly string[])[]): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

const sizes = ['', 'at 1,000', 'at most'];

/** The rows as a table in Markdown, with the limits that hold on SQLite. */
export function tableOf(rows: readonly Row[]): string {
  return inMarkdown([
    [...sizes, 'limit', 'met'],
    ...rows.map(({ cells, isMet, cause }) => [...cells, isMet ? 'yes' : `no: ${cause ?? ''}`]),
  ]);
}

/** The rows as a table in Markdown without limits: PostgreSQL has none in milliseconds. */
export function figuresOf(rows: readonly Row[]): string {
  return inMarkdown([sizes, ...rows.map(({ cells: [name, small, large] }) => [name, small, large])]);
}

/** On which machine, when and how figures were made. */
export function describe(command: string, loadBefore: number): string {
  const cpus = os.cpus();
  const cores = `${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown CPU'}`;
  const machine = `${cores}, ${os.type()} ${os.arch()}, Node ${process.version}`;
  const today = new Date().toISOString().slice(0, 10);
  return `${machine}, ${today}, \`${command}\`, load before the run ${loadBefore.toFixed(1)}.`;
}

/** Replaces the figures under a name, such as that of an engine, in README.md. */
export function writeFigures(description: string, name: string): void {
  const opening = `<!-- Written by npm run bench -- --write: ${name} -->`;
  const text = readFileSync(readme, 'utf8');
  const [start, end] = [text.indexOf(opening), text.indexOf(`<!-- End: ${name} -->`)];
  if (start < 0 || end < start) throw new Error(`${readme} has lost the lines between which the figures belong.`);
  writeFileSync(readme, `${text.slice(0, start)}${opening}\n\n${description}\n\n${text.slice(end)}`);
}
