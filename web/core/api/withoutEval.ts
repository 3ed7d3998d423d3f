/**
 * The production Content-Security-Policy forbids eval. Zod would probe for it, and the browser would log a violation.
 * Must be imported before any schema is created.
 */
import { z } from 'zod';

z.config({ jitless: true });
