/** Links to the reports, instead of specification §2's placeholder. */
import { Link } from '@tanstack/react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { batchCostTexts } from '#contract/make/batchCosts.ts';
import { productionReportTexts, productStockTexts, stockReportTexts } from '#contract/office/reports.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import classes from './ReportsPage.module.css';

const reports = [
  {
    to: '/reports/productionreports',
    title: productionReportTexts.title,
    about: 'Which raw materials production consumed, day by day.',
  },
  {
    to: '/reports/products',
    title: productStockTexts.title,
    about: 'The finished goods, and how much of each product is available, sold or expired.',
  },
  {
    to: '/reports/rawmaterialreports',
    title: stockReportTexts.title,
    about: 'What came in of each raw material, what was used and what is left.',
  },
  {
    to: '/reports/batch-costs',
    title: batchCostTexts.title,
    about: batchCostTexts.about,
  },
];

export function ReportsPage() {
  return (
    <>
      <PageHeader title="Reports" />
      <p className={classes.about}>
        What is in stock, what production took of it and what batches cost, to look at and to export.
      </p>
      <ul className={classes.reports}>
        {reports.map(({ to, title, about }) => (
          <li key={to}>
            <Link to={to} className={classes.report}>
              <span>
                <strong>{title}</strong>
                <small>{about}</small>
              </span>
              <IconChevronRight size={17} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
