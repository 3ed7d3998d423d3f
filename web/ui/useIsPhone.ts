import { useMediaQuery } from '@mantine/hooks';

/** Whether the viewport is as narrow as a phone; the style sheets use the same breakpoint. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
}
