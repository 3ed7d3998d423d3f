import './popup.css';
import { Modal, type ModalRootProps } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './Popup.module.css';

export interface PopupProps extends Pick<
  ModalRootProps,
  'opened' | 'onClose' | 'size' | 'returnFocus' | 'centered' | 'yOffset' | 'fullScreen'
> {
  title: string;
  withClose?: boolean;
  children: ReactNode;
}

/**
 * Built from Modal's parts: Modal's own header would be a second banner landmark. It mounts closed, since Mantine returns
 * the focus only after a change from closed to open.
 */
export function PopupFrame({ opened, title, withClose, children, ...root }: PopupProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return (
    <Modal.Root centered {...root} opened={shown} transitionProps={{ duration: 120 }}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <div className={classes.head}>
            <Modal.Title>{title}</Modal.Title>
            {withClose && <Modal.CloseButton aria-label="Close" />}
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
