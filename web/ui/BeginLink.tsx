import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** In an empty list that is filled on another screen: the way there. */
export function BeginLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button variant="default" component={Link} to={to}>
      {children}
    </Button>
  );
}
