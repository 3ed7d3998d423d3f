import { byTerm, lapsingMailTexts, readinessScreenTexts, type ReadinessRow } from '#contract/prove/readiness.ts';
import { escapeHtml } from '../../core/escapeHtml.ts';
import type { MailContent } from '../../core/mail/mailer.ts';

/** The weekly mail that names the certificates that lapse within 30, 60 and 90 days of `today`. */
export function lapsingMail(
  to: string,
  fullName: string,
  lapsing: ReadinessRow['entries'],
  today: string,
): MailContent {
  const terms = byTerm(lapsing, today);
  const [first] = terms;
  const subject = readinessScreenTexts.lapsing(first?.entries.length ?? 0, first?.term ?? 0);
  const { why, what, how, within } = lapsingMailTexts;
  const greeting = lapsingMailTexts.greeting(fullName);
  const groups = terms.map(({ term, entries }) => ({
    title: within(term),
    lines: entries.map(({ label, detail }) => `${label}: ${detail}`),
  }));
  return {
    to,
    subject: `Godown: ${subject}`,
    text: [
      greeting,
      '',
      why,
      ...groups.flatMap(({ title, lines }) => ['', title, ...lines.map((line) => `- ${line}`)]),
      '',
      what,
      how,
      '',
    ].join('\n'),
    html: `<div style="font:15px/1.5 system-ui,sans-serif;color:#1f2320;max-width:40em">
<p>${escapeHtml(greeting)}</p><p>${escapeHtml(why)}</p>
${groups.map(({ title, lines }) => `<p><b>${title}</b></p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`).join('\n')}
<p>${escapeHtml(what)}</p><p>${escapeHtml(how)}</p></div>`,
  };
}
