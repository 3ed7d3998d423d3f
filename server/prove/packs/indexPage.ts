/** index.html of a pack: opens in any browser, without Godown and without a network. */
import { formatSize } from '#contract/core/values/format.ts';
import { packSentences as texts } from '#contract/prove/packSentences.ts';
import { groupedFingerprint, MANIFEST, SIGNATURE, type PackManifest } from '#contract/prove/packs.ts';
import { escapeHtml } from '../../core/escapeHtml.ts';

export interface IndexEntry {
  title: string;
  about: string;
  /** Summary of the section. */
  sentence: string;
  /** Names of its files in the pack. */
  files: readonly string[];
}

function link(name: string): string {
  const address = name.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return `<a href="${escapeHtml(address)}">${escapeHtml(name)}</a>`;
}

const style = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2b1f;background:#fff}
h1{margin-bottom:0}h2{margin:1.6rem 0 0}p{margin:.3rem 0}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.2rem .6rem .2rem 0;vertical-align:top;border-bottom:1px solid #d5ddd2}
td:last-child,th:last-child{text-align:right;white-space:nowrap}a{color:#1f5c2e}code{overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{color:#e4ebe2;background:#161d17}a{color:#8fce9b}td,th{border-color:#3a463b}}`;

interface IndexAbout {
  subject: string;
  /** Name and address of the company, a line each. */
  company: readonly string[];
  /** Its moment as people read it. */
  made: string;
  fingerprint: string;
}

function remarksPart(remarks: readonly string[]): string {
  if (remarks.length === 0) return '';
  const items = remarks.map((remark) => `<li>${escapeHtml(remark)}</li>`);
  return `<h2>${texts.notWhole}</h2>\n<ul>${items.join('\n')}</ul>`;
}

/** The page; `files` are all but itself, the manifest and its signature. */
export function indexPage(
  { subject, company, made, fingerprint }: IndexAbout,
  entries: readonly IndexEntry[],
  { remarks, files }: { remarks: readonly string[]; files: PackManifest['files'] },
): string {
  const sections = entries.map(
    ({ title, about, sentence, files: own }) => `
<h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(about)} <strong>${escapeHtml(sentence)}</strong></p>
<p>${own.map(link).join(' · ')}</p>`,
  );
  const rows = files.map(({ name, size }) => `<tr><td>${link(name)}</td><td>${formatSize(size)}</td></tr>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(texts.named(subject))}</title>
<style>${style}
</style>
</head>
<body>
<h1>${texts.title}</h1>
<p>${escapeHtml(texts.made(subject, made))}</p>
${company.length === 0 ? '' : `<p>${company.map(escapeHtml).join('<br>')}</p>`}
${remarksPart(remarks)}
${sections.join('\n')}
<h2>${texts.unchanged}</h2>
<p>${texts.sealed(link(MANIFEST), link(SIGNATURE))}</p>
<p><code>${groupedFingerprint(fingerprint)}</code></p>
<p>${texts.howToCheck('<code>npm run verify-pack -- FILE --key FINGERPRINT</code>')}</p>
<h2>${texts.allFiles}</h2>
<table><thead><tr><th>${texts.file}</th><th>${texts.size}</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</body>
</html>
`;
}
