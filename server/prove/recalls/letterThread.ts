/** Renders letters in a thread of its own. */
import { move } from 'piscina';
import { type Letter, letterPdf } from './letter.ts';

// Moved, which is not copied.
export default async (letter: Letter) => move(new Uint8Array(await letterPdf(letter)));
