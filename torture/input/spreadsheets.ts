/** Spreadsheets, exported by the screens in a browser and opened in LibreOffice. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { requireChromium } from '../../scripts/chromium.ts';
import { administrator, type Server } from '../runner/server.ts';

const OFFICE = 'soffice';
const OPENING_MS = 120_000;
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Texts that a spreadsheet program would carry out if it took them for formulas. */
export const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1,1)',
  '=HYPERLINK("http://127.0.0.1:1/","click")',
  '=WEBSERVICE("http://127.0.0.1:1/")',
  '=cmd|"/c calc"!A1',
  '=DDE("cmd","/c calc","x")',
  "='file:///etc/passwd'#$passwd.A1",
  '=IMPORTXML("http://127.0.0.1:1/","//a")',
  '%3D1+1',
  '＝1+1',
  '"=1+1',
  "'=1+1",
  '=1+1;=2+2',
  '<f>1+1</f>',
  '<![CDATA[=1+1]]>',
  '&#61;1+1',
];

function plainText(xml: string): string {
  return xml.replaceAll(/<[^>]+>/g, '').replaceAll(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity);
}

export function hasOffice(): boolean {
  return spawnSync(OFFICE, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Exports all spreadsheets of the screens; returns their files. */
async function exported({ address }: Server, folder: string): Promise<string[]> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: requireChromium(), args: sandbox });
  try {
    const page = await browser.newPage();
    await page.goto(`${address}/login`);
    await page.getByLabel('Email').fill(administrator.email);
    await page.getByLabel('Password', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/dashboard');
    const files: string[] = [];
    for (const screen of ['reports/rawmaterialreports', 'reports/products', 'activity']) {
      await page.goto(`${address}/${screen}`);
      const button = page.getByRole('button', { name: 'Export' });
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      const file = path.join(folder, `${path.basename(screen)}.xlsx`);
      await download.saveAs(file);
      files.push(file);
    }
    return files;
  } finally {
    await browser.close();
  }
}

/** Converts a spreadsheet with LibreOffice; returns one XML text. */
async function opened(file: string, folder: string): Promise<string> {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const args = [profile, '--headless', '--convert-to', 'fods', '--outdir', folder, file];
  const child = spawn(OFFICE, args, { stdio: 'ignore', timeout: OPENING_MS });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`LibreOffice could not open ${file}: ${String(code)}`);
  return await readFile(file.replace(/xlsx$/, 'fods'), 'utf8');
}

/** Exports and opens; returns cells that aren't plain text. Each of `texts` must be there unchanged. */
export async function sheetFaults(server: Server, texts: readonly string[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'godown-sheets-'));
  const faults: string[] = [];
  let cells = 0;
  try {
    for (const file of await exported(server, folder)) {
      const name = path.basename(file);
      const xml = await opened(file, folder);
      for (const [, formula] of xml.matchAll(/table:formula="([^"]*)"/g)) faults.push(`${name} has ${formula}`);
      if (/xlink:href="(?!#)[^"]*127\.0\.0\.1/.test(xml)) faults.push(`${name} has a link`);
      const strings = xml.matchAll(/office:value-type="string"[^>]*>\s*<text:p>(.*?)<\/text:p>/g);
      const found = new Set(Array.from(strings, ([, text = '']) => plainText(text)));
      cells += found.size;
      const missing = texts.filter((text) => ![...found].some((cell) => cell.includes(text)));
      faults.push(...missing.map((text) => `${name} doesn't show ${text}`));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { cells, faults };
}
