import { useMediaQuery } from '@mantine/hooks';

/** Whether the viewport is as narrow as a phone; the style sheets use the same breakpoint. A sheet of A4, which is as narrow, is none. */
export function useIsPhone(): boolean {
  return useMediaQuery('screen and (max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
}
