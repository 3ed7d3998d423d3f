/** The figures as a table and as JSON, for the next run to compare with. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Finding } from './measuring.ts';

const readme = path.join(import.meta.dirname, 'README.md');
/** The loss of a ratio that is marked. */
const FELL = 1 / 5;

const recorded = z.record(z.string(), z.number());

/** The lines around an engine's table in README.md. */
function placeOf(engine: string) {
  return {
    opening: `<!-- Written by npm run bench -- --write: ${engine} -->`,
    closing: `<!-- End: ${engine} -->`,
  };
}

/** Quick runs have smaller databases, so they have ratios of their own. */
function ratiosOf({ engine, isQuick }: Circumstances): string {
  return path.join(import.meta.dirname, `ratios-${engine}${isQuick ? '-quick' : ''}.json`);
}

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

export interface Circumstances {
  engine: string;
  isQuick: boolean;
  command: string;
  loadBefore: number;
}

/** The findings as a table in Markdown, and on which machine, when and how they were made. */
export function describe(findings: readonly Finding[], { command, loadBefore }: Circumstances): string {
  const table = [['What', 'Figure', 'Limit in the same run', 'Ratio', 'Must be', 'Met'], ...findings.map(cellsOf)];
  const cpus = os.cpus();
  const cores = `${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown CPU'}`;
  const machine = `${cores}, ${os.type()} ${os.arch()}, Node ${process.version}`;
  const today = new Date().toISOString().slice(0, 10);
  const load = `load before the run ${loadBefore.toFixed(1)}`;
  return `${inMarkdown(table)}\n\n${machine}, ${today}, \`${command}\`, ${load}.`;
}

/** Replaces the table in README.md. */
export function writeTable(findings: readonly Finding[], circumstances: Circumstances): void {
  const { opening, closing } = placeOf(circumstances.engine);
  const text = readFileSync(readme, 'utf8');
  const [start, end] = [text.indexOf(opening), text.indexOf(closing)];
  if (start < 0 || end < start) throw new Error(`${readme} has lost the lines between which the figures belong.`);
  const picture = `![The time of each job by the number of productions](growth-${circumstances.engine}.svg)`;
  const description = `${describe(findings, circumstances)}\n\n${picture}`;
  writeFileSync(readme, `${text.slice(0, start)}${opening}\n\n${description}\n\n${text.slice(end)}`);
}

/** Writes the ratios down for `compareWithLast`. */
export function writeRatios(findings: readonly Finding[], circumstances: Circumstances): void {
  const byName = Object.fromEntries(findings.map((each) => [nameOf(each), Number(ratioOf(each).toFixed(3))]));
  writeFileSync(ratiosOf(circumstances), `${JSON.stringify(byName, null, 2)}\n`);
}

/** What was measured, the same on databases of another size. */
function nameOf({ what, limitWhat }: Finding): string {
  return `${what}: ${limitWhat}`.replaceAll(/\d+(?:,\d{3})*(?:, \d+(?:,\d{3})*)*/g, 'N');
}

/** Each ratio beside the last one that was written down; what fell by more than a fifth is marked. */
export function compareWithLast(findings: readonly Finding[], circumstances: Circumstances): string {
  const ratios = ratiosOf(circumstances);
  const last = existsSync(ratios) ? recorded.parse(JSON.parse(readFileSync(ratios, 'utf8'))) : {};
  const rows = findings.map((finding) => {
    const now = ratioOf(finding);
    const before = last[nameOf(finding)];
    if (before === undefined) return [finding.what, now.toFixed(2), '', ''];
    const kept = 'atLeast' in finding.must ? now / before : before / now;
    return [finding.what, now.toFixed(2), before.toFixed(2), kept < 1 - FELL ? 'FELL' : ''];
  });
  return inMarkdown([['What', 'Ratio', 'Last', ''], ...rows]);
}
