import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Popup.module.css';

export interface PopupProps extends Pick<ModalRootProps, 'opened' | 'onClose' | 'size' | 'returnFocus'> {
  title: string;
  withClose?: boolean;
  children: ReactNode;
}

/** Built from parts, since Mantine's own header would be a second banner of the page. */
export function PopupFrame({ title, withClose, children, ...root }: PopupProps) {
  return (
    <Modal.Root {...root} centered transitionProps={{ duration: 120 }}>
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
