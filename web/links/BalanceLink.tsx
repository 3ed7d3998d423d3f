import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { massBalanceTexts } from '#contract/massBalance.ts';

/** Leads from a lot to its mass balance. */
export function BalanceLink({ lotId }: { lotId: number }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconScale size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/mass-balance" search={{ lotId: String(lotId) }} />}
    >
      {massBalanceTexts.title}
    </Button>
  );
}
