import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useEffect, useState } from 'react';
import { HistoryEvents, type HistoryOf } from './HistoryEvents.tsx';
import classes from './HistoryDrawer.module.css';

interface HistoryDrawerProps {
  record: HistoryOf;
  opened: boolean;
  onClose: () => void;
}

/** A drawer with a record's history. Built from parts and mounted closed, as PopupFrame is. */
export function HistoryDrawer({ record, opened, onClose }: HistoryDrawerProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return (
    <Drawer.Root
      opened={shown}
      onClose={onClose}
      position="right"
      size={460}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Body className={classes.body}>
          <div className={classes.head}>
            <Drawer.Title>History of {record.name}</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" />
          </div>
          <HistoryEvents {...record} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
