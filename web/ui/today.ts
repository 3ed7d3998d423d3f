import dayjs from 'dayjs';

/** Today as yyyy-mm-dd, where the person sits. */
export function today(): string {
  return dayjs().format('YYYY-MM-DD');
}
