import './tip.css';
import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface TipProps {
  id: string;
  text: string;
  target: RefObject<HTMLElement | null>;
}

/** The tooltip of a truncated text. */
export function Tip({ id, text, target }: TipProps) {
  return <Tooltip opened multiline id={id} label={text} target={target} />;
}
