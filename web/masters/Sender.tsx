/** The company as the head of a printed paper; nothing before its name is entered. */
import { companyLines, type CompanyRecord } from '#contract/masters/company.ts';

interface SenderProps {
  company: CompanyRecord;
  className: string | undefined;
}

export function Sender({ company, className }: SenderProps) {
  const [name, ...below] = companyLines(company);
  if (name === undefined) return null;
  return (
    <address className={className}>
      <strong>{name}</strong>
      {below.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </address>
  );
}
