/**
 * The policy of the pages in production forbids to make code from text. Zod would try whether it may, and the browser
 * would note that as a fault of the page. Read before any schema is made.
 */
import { z } from 'zod';

z.config({ jitless: true });
