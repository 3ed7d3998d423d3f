import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { kinds } from '#contract/kinds.ts';
import { may } from '#web/core/api/session.ts';

interface AddForPartyProps {
  kind: 'inward' | 'dispatches';
  party: { value: number; label: string };
  children: string;
}

/** Leads to a new document of a supplier or buyer, for those who may add it. */
export function AddForParty({ kind, party, children }: AddForPartyProps) {
  if (!may('create', kind)) return null;
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={kinds[kind].screenPath} state={{ begin: kind, beginFor: party }} />}
    >
      {children}
    </Button>
  );
}
