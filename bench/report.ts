/** The figures as a table, and their ratios as JSON. */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Finding } from './measuring.ts';

const readme = path.join(import.meta.dirname, 'README.md');

function inDigits(value: number): string {
  return new Intl.NumberFormat('en', {
    maximumSignificantDigits: value < 100 ? 3 : 15,
    maximumFractionDigits: 2,
  }).format(value < 100 ? value : Math.round(value));
}

function ratioOf({ figure, limit }: Finding): number {
  return figure / limit;
}

function isMet(finding: Finding): boolean {
  const { must } = finding;
  return 'atLeast' in must ? ratioOf(finding) >= must.atLeast : ratioOf(finding) <= must.atMost;
}

function cellsOf(finding: Finding): string[] {
  const { what, unit, figure, limitWhat, limit, must } = finding;
  return [
    what,
    `${inDigits(figure)} ${unit}`,
    `${inDigits(limit)} (${limitWhat})`,
    ratioOf(finding).toFixed(2),
    'atLeast' in must ? `≥ ${must.atLeast.toFixed(2)}` : `≤ ${must.atMost.toFixed(2)}`,
    isMet(finding) ? 'yes' : '**no**',
  ];
}

function inMarkdown(table: readonly (readonly string[])[]): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

/** Findings as a Markdown table. */
export function tableOf(findings: readonly Finding[]): string {
  return inMarkdown([['What', 'Figure', 'Limit in the same run', 'Ratio', 'Must be', 'Met'], ...findings.map(cellsOf)]);
}

/** The findings as a table in Markdown, and on which machine, when and how they were made. */
export function describe(findings: readonly Finding[], command: string, loadBefore: number): string {
  const cpus = os.cpus();
  const cores = `${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown CPU'}`;
  const machine = `${cores}, ${os.type()} ${os.arch()}, Node ${process.version}`;
  const today = new Date().toISOString().slice(0, 10);
  const load = `load before the run ${loadBefore.toFixed(1)}`;
  return `${tableOf(findings)}\n\n${machine}, ${today}, \`${command}\`, ${load}.`;
}

/** Replaces an engine's table in README.md. */
export function writeTable(description: string, engine: string): void {
  const opening = `<!-- Written by npm run bench -- --write: ${engine} -->`;
  const text = readFileSync(readme, 'utf8');
  const [start, end] = [text.indexOf(opening), text.indexOf(`<!-- End: ${engine} -->`)];
  if (start < 0 || end < start) throw new Error(`${readme} has lost the lines between which the figures belong.`);
  writeFileSync(readme, `${text.slice(0, start)}${opening}\n\n${description}\n\n${text.slice(end)}`);
}

/** Replaces an engine's ratios, keyed by the measurement's name without its numbers of rows. */
export function writeRatios(findings: readonly Finding[], engine: string): void {
  const named = findings.map((each) => {
    const name = `${each.what}: ${each.limitWhat}`.replaceAll(/\d+(?:,\d{3})*(?:, \d+(?:,\d{3})*)*/g, 'N');
    return [name, Number(ratioOf(each).toFixed(3))] as const;
  });
  const file = path.join(import.meta.dirname, `ratios-${engine}.json`);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(named), null, 2)}\n`);
}
