import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Links from an empty list to the screen that fills it. */
export function BeginLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button variant="default" component={Link} to={to}>
      {children}
    </Button>
  );
}
