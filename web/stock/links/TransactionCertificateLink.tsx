import { coverTexts, type LotCover } from '#contract/stock/claims/transactionCertificateCover.ts';
import { Link } from '@tanstack/react-router';
import { listPaths } from '#contract/kinds.ts';
import classes from './DocumentLink.module.css';

/** Links to the list, searched by its number, else by its supplier or buyer. */
export function TransactionCertificateLink({ number, partyName }: Pick<LotCover, 'number' | 'partyName'>) {
  return (
    <Link to={listPaths.transactionCertificates} search={{ search: number || partyName }} className={classes.link}>
      {number || coverTexts.noNumber}
    </Link>
  );
}
