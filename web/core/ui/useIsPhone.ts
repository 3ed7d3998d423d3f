import { useMediaQuery } from '@mantine/hooks';

/** The viewport of a phone. */
export const PHONE = 'screen and (max-width: 48em)';

/**
 * Whether the viewport is as narrow as a phone; the style sheets use the same breakpoint. A sheet of A4, which is as
 * narrow, is none.
 */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
}
