import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

/** Prints the screen, without the frame around it (Shell.module.css). */
export function PrintButton() {
  return (
    <Button
      variant="default"
      flex="none"
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={() => window.print()}
    >
      Print
    </Button>
  );
}
