import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Button, Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type MouseEvent } from 'react';
import { Overview } from '#web/core/records/Overview.tsx';
import type { Previewed } from '#web/core/list/preview.ts';
import { useGlance } from '#web/office/shell/recordGlance.tsx';
import classes from '#web/core/records/history/HistoryDrawer.module.css';
import glance from './PreviewDrawer.module.css';

interface PreviewProps extends Previewed {
  onClose: () => void;
}

/** A record at a glance beside its list. Mounted closed, so that the focus returns to the row. */
export function PreviewDrawer({ path, onOpen, onClose }: PreviewProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  const query = useGlance(path);
  const close = () => setShown(false);
  const open = (click: MouseEvent) => {
    if (click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    close();
    onOpen();
  };
  return (
    <Drawer.Root
      opened={shown}
      onClose={close}
      position="right"
      size={460}
      transitionProps={{ transition: 'fade', duration: 120, onExited: onClose }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Body className={classes.body}>
          <div className={classes.head}>
            <Drawer.Title>{query.data?.title ?? 'At a glance'}</Drawer.Title>
            <Button variant="subtle" renderRoot={(props) => <Link {...props} to={path} />} onClick={open}>
              Open
            </Button>
            <Drawer.CloseButton aria-label="Close" />
          </div>
          <div className={glance.facts}>
            <Overview query={query}>{({ facts }) => facts}</Overview>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
