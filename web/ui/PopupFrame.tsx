import './popup.css';
import { Modal, type ModalRootProps } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './Popup.module.css';

export interface PopupProps extends Pick<ModalRootProps, 'opened' | 'onClose' | 'size' | 'returnFocus'> {
  title: string;
  withClose?: boolean;
  children: ReactNode;
}

/**
 * Built from parts, since Mantine's own header would be a second banner of the page. It begins closed, since the focus is
 * given back only where it was seen to be opened.
 */
export function PopupFrame({ opened, title, withClose, children, ...root }: PopupProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return (
    <Modal.Root {...root} opened={shown} centered transitionProps={{ duration: 120 }}>
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
