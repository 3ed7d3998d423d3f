import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone; the style sheets ask for the same width. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
}
