import { useState } from 'react';
import { afterPointer } from '#web/ui/afterPointer.ts';

interface Touched {
  /** The field was left: from now on what is wrong with it shows. */
  touch: (field: string) => void;
  /** Saving was tried: everything that is wrong shows. */
  touchAll: () => void;
  shows: (field: string) => boolean;
}

/** Which fields may show their error already: those that were left, and all of them once saving was tried. */
export function useTouched(): Touched {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  return {
    touch: (field) =>
      afterPointer(() => setFields((before) => (before.has(field) ? before : new Set([...before, field])))),
    touchAll: () => setAll(true),
    shows: (field) => all || fields.has(field),
  };
}
