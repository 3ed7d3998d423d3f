import './tip.css';
import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

export interface TipProps {
  id: string;
  text: string;
  target: RefObject<HTMLElement | null>;
}

/** What hover and focus show beside a text that was cut. */
export function Tip({ id, text, target }: TipProps) {
  return <Tooltip opened multiline id={id} label={text} target={target} />;
}
