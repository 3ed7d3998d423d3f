import { screenTitles, type TraceRoot } from '#contract/kinds.ts';
import { Button, type ButtonProps } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

interface TraceLinkProps extends Pick<ButtonProps, 'variant'> {
  of: TraceRoot;
  id: number;
}

/** Leads from a record to its trace. */
export function TraceLink({ of, id, variant = 'default' }: TraceLinkProps) {
  return (
    <Button
      variant={variant}
      leftSection={<IconRoute size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/trace" search={{ of, id: String(id) }} />}
    >
      {screenTitles.trace}
    </Button>
  );
}
