import type { Mail } from './mailer.ts';

/** The mail with a one-time code; it says what to do if nobody requested it. */
export function codeMail(to: string, fullName: string, code: string, minutes: number): Mail {
  const greeting = `Hello ${fullName},`;
  const why = 'somebody, hopefully you, asked to set a new password for your account in Godown.';
  const how = `Enter this code within ${minutes} minutes. It works once.`;
  const otherwise = "If it wasn't you, do nothing: your password stays as it is. Never give this code to anyone.";
  const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);
  return {
    to,
    subject: `${code} is your code for Godown`,
    text: [greeting, '', why, '', code, '', how, '', otherwise, ''].join('\n'),
    html: `<div style="font:15px/1.5 system-ui,sans-serif;color:#1f2320;max-width:32em">
<p>${escaped(greeting)}</p><p>${escaped(why)}</p>
<p style="font-size:28px;font-weight:600;letter-spacing:.2em;color:#23572f">${escaped(code)}</p>
<p>${escaped(how)}</p><p style="color:#565d57">${escaped(otherwise)}</p></div>`,
  };
}
