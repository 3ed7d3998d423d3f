/** Work of a thread that goes on for good, takes all memory, fails, or answers. */
export type Work = 'goes on' | 'takes memory' | 'fails' | 'answers';

export default function work({ what }: { what: Work }): { what: Work } {
  if (what === 'fails') throw new Error('it failed');
  if (what === 'answers') return { what };
  const taken: string[] = [];
  for (let spins = 0; ; spins += 1) {
    if (what === 'takes memory') taken.push(`${spins}${'0'.repeat(1000)}`);
  }
}
