/** The weekly mail of open tasks, in the words and figures of the dashboard. */
import { type MorningSources, findMorning, type CountReadiness } from './morning.ts';
import { z } from 'zod';
import { formatDate, formatKilograms, formatPercent, formatRupees } from '#contract/core/values/format.ts';
import { unpaidAgeText, morningAnswer, type Morning } from '#contract/office/morning.ts';
import { morningBlocks } from '#contract/office/morningTexts.ts';
import { todosOf } from '#contract/office/morningTodo.ts';
import type { Role } from '#contract/permissions.ts';
import { escapeHtml } from '../../core/escapeHtml.ts';
import type { MailContent } from '../../core/mail/mailer.ts';
import type { WeeklyMail } from '../../core/mail/weeklyMails.ts';

interface Person {
  id: number;
  full_name: string;
  email: string;
  role: Role;
}

interface Part {
  title: string;
  lines: string[];
}

function figuresOf({ unpaid, weeks = [] }: Morning): Part[] {
  const last = weeks.at(-1);
  const ages = (unpaid?.ages ?? []).filter(({ count }) => count > 0);
  const parts = [
    {
      title: morningBlocks.unpaid,
      lines: ages.map((age) => `${unpaidAgeText(age)}: ${age.count}, ${formatRupees(age.amount)}`),
    },
    {
      title: last ? `Week from ${formatDate(last.monday)} to ${formatDate(last.sunday)}` : '',
      lines: last
        ? [
            `${morningBlocks.used}: ${formatKilograms(last.usedGrams)}`,
            `${morningBlocks.purchases}: ${formatRupees(last.purchases)}`,
            ...(last.yieldPercent === null ? [] : [`${morningBlocks.yield}: ${formatPercent(last.yieldPercent)}`]),
          ]
        : [],
    },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

/** The mail to one person; undefined if nothing waits. */
function mailOf({ email, full_name: fullName }: Person, morning: Morning, now: Date): MailContent | undefined {
  const todos = todosOf(morning, now).map(({ count, text, detail }) => {
    return `${count} ${text}${detail === '' ? '' : `: ${detail}`}`;
  });
  if (todos.length === 0) return undefined;
  const greeting = `Hello ${fullName},`;
  const why = 'these tasks are open in Godown:';
  const how = 'To stop this mail, untick the weekly mail on your profile.';
  const parts = [{ title: morningBlocks.todo, lines: todos }, ...figuresOf(morning)];
  const [first] = todos;
  return {
    to: email,
    subject: `Godown: ${first}`,
    text: [
      greeting,
      '',
      why,
      ...parts.flatMap(({ title, lines }) => ['', title, ...lines.map((line) => `- ${line}`)]),
      '',
      how,
      '',
    ].join('\n'),
    html: `<div style="font:15px/1.5 system-ui,sans-serif;color:#1f2320;max-width:40em">
<p>${escapeHtml(greeting)}</p><p>${escapeHtml(why)}</p>
${parts.map(({ title, lines }) => `<p><b>${escapeHtml(title)}</b></p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`).join('\n')}
<p>${escapeHtml(how)}</p></div>`,
  };
}

async function findPeople({ store }: Pick<MorningSources, 'store'>): Promise<Person[]> {
  return await store.db
    .selectFrom('app_user')
    .select(['id', 'full_name', 'email', 'role'])
    .where('weekly_mail', '=', 1)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The weekly mail of the dashboard: to each user the parts that their role may see. */
export function morningMailsOf(services: MorningSources, countReadiness: CountReadiness): WeeklyMail {
  return {
    noted: 'weekly_mail',
    failed: 'weekly mail not sent to all recipients',
    async findMails(today) {
      const mornings = new Map<Role, Morning>();
      const mails: { userId: number; mail: MailContent }[] = [];
      for (const person of await findPeople(services)) {
        const known = mornings.get(person.role);
        const morning =
          known ?? z.encode(morningAnswer, await findMorning(services, person.role, today, countReadiness));
        mornings.set(person.role, morning);
        const mail = mailOf(person, morning, services.now());
        if (mail) mails.push({ userId: person.id, mail });
      }
      return mails;
    },
  };
}
