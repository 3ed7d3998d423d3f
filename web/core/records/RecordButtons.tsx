/** The buttons that the pages of records share. */
import { Button } from '@mantine/core';
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';

interface RecordButtonProps {
  onClick: () => void;
}

interface QuietButtonProps extends RecordButtonProps {
  label: string;
  /** The key that presses it. */
  shortcut?: string;
  icon: typeof IconHistory;
}

function QuietButton({ label, shortcut, icon: Icon, onClick }: QuietButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      aria-keyshortcuts={shortcut}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

export function HistoryButton({ onClick }: RecordButtonProps) {
  return <QuietButton label="History" shortcut="h" icon={IconHistory} onClick={onClick} />;
}

export function EditButton({ onClick }: RecordButtonProps) {
  return <QuietButton label="Edit" shortcut="e" icon={IconPencil} onClick={onClick} />;
}

export function DeleteButton({ onClick }: RecordButtonProps) {
  return <QuietButton label="Delete" icon={IconTrash} onClick={onClick} />;
}
