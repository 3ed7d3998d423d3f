import { screenTitles } from '#contract/kinds.ts';
import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** Leads from a lot to its mass balance. */
export function BalanceLink({ lotId }: { lotId: number }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconScale size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/mass-balance" search={{ lotId: String(lotId) }} />}
    >
      {screenTitles.massBalance}
    </Button>
  );
}
