import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/core/api/session.ts';

/** Leads from a lot to the form that recalls it. */
export function BeginRecall({ lotId }: { lotId: number }) {
  if (!may('create', 'recalls')) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconSpeakerphone size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/recalls" search={{ recallLotId: String(lotId) }} />}
    >
      Recall
    </Button>
  );
}
