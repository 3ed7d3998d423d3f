import { escapeHtml } from '../escapeHtml.ts';
import type { MailContent } from './mailer.ts';

/** The mail with a one-time code, and with advice for recipients who did not request it. */
export function codeMail(to: string, fullName: string, code: string, minutes: number): MailContent {
  const greeting = `Hello ${fullName},`;
  const why = 'somebody, hopefully you, asked to set a new password for your account in Godown.';
  const how = `Enter this code within ${minutes} minutes. It works once.`;
  const otherwise = "If it wasn't you, do nothing: your password stays as it is. Never give this code to anyone.";
  return {
    to,
    subject: `${code} is your code for Godown`,
    text: [greeting, '', why, '', code, '', how, '', otherwise, ''].join('\n'),
    html: `<div style="font:15px/1.5 system-ui,sans-serif;color:#1f2320;max-width:32em">
<p>${escapeHtml(greeting)}</p><p>${escapeHtml(why)}</p>
<p style="font-size:28px;font-weight:600;letter-spacing:.2em;color:#23572f">${escapeHtml(code)}</p>
<p>${escapeHtml(how)}</p><p style="color:#565d57">${escapeHtml(otherwise)}</p></div>`,
  };
}
