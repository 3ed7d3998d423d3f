import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './DocumentLink.module.css';

interface BuyerLinkProps {
  buyerId: number;
  name: ReactNode;
}

/** A buyer by name, leading to their page. */
export function BuyerLink({ buyerId, name }: BuyerLinkProps) {
  return (
    <Link to="/buyers/$buyerId" params={{ buyerId: String(buyerId) }} className={classes.link}>
      {name}
    </Link>
  );
}
