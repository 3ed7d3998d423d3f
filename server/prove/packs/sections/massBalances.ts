/** The section of a pack with the mass balance of each item or lot. */
import { sql } from 'kysely';
import { formatDate } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { balanceStateOf, shortUnderText } from '#contract/prove/massBalance.ts';
import { conversionLines, coverLines, familyLines } from '#contract/prove/massBalanceLines.ts';
import { balancedScheme, massBalanceLabels, massBalanceTexts } from '#contract/prove/massBalanceTexts.ts';
import { packSentences } from '#contract/prove/packSentences.ts';
import { balanceInWholeGrams } from '#contract/prove/wholeGrams.ts';
import { amountText, kilogramsText } from './sectionParts.ts';
import type { Cell, Features, Section, Source } from './section.ts';

type MassBalance = NonNullable<Awaited<ReturnType<Features['massBalance']>>>;

const MILLIGRAMS_A_GRAM = 1000;

interface Subject {
  itemId?: number;
  lotId?: number;
}

async function findSubjects({ trx, scope }: Source): Promise<Subject[]> {
  if (scope.lotIds.length > 0) return scope.lotIds.map((lotId) => ({ lotId }));
  const { rows } = await sql<{ itemId: number }>`
    select distinct l.item_id as "itemId" from movement v join lot l on l.id = v.lot_id
    where v.occurred_on between ${scope.from} and ${scope.to} order by l.item_id`.execute(trx);
  return rows;
}

/** A sentence: covered, short, or the remaining stock. */
function balanceSentence({ covered, conversion, closing, unit, itemName, lines }: MassBalance): string {
  if (!covered) return packSentences.left(amountText(closing, unit), itemName);
  const verdict = massBalanceTexts.verdict(balanceStateOf(covered));
  const uses = massBalanceTexts
    .coverage(covered, conversion.inProgressGrams)
    .map(({ grams, word }) => `${kilogramsText(grams)} ${word}`);
  const bought = kilogramsText(covered.boughtGrams);
  const sentence = packSentences.covered(bought, itemName, massBalanceTexts.available(lines), uses);
  const shortSchemes = shortUnderText(covered, kilogramsText);
  return [verdict, sentence, shortSchemes && `${shortSchemes}.`].filter(Boolean).join(' ');
}

function balanceRows(balance: MassBalance): Cell[][] {
  const { itemName, lotCode, unit, lines, opening, closing, counted, countedOn, variance } = balance;
  const { conversion, family, covered } = balance;
  const name = lotCode === null ? itemName : `${itemName}, ${lotCode}`;
  const row = (label: string, cells: Cell[], documents: number | null = null): Cell[] => [
    name,
    label,
    ...cells,
    documents === null ? null : { count: documents },
  ];
  const inUnit = (quantity: number): Cell[] => [{ quantity }, unit];
  const inKilograms = (part: string, line: string, milligrams: number) =>
    row(`${part}: ${line}`, [{ quantity: fromThousandths(milligrams) }, 'kg']);
  const isConverted = conversion.inputGrams > 0 || conversion.inProgressGrams > 0;
  return [
    row(massBalanceTexts.opening, inUnit(opening)),
    ...lines
      .filter(({ quantity, documents }) => quantity !== 0 || documents > 0)
      .map(({ kind, quantity, documents }) => row(massBalanceLabels[kind], inUnit(quantity), documents)),
    row(massBalanceTexts.closing, inUnit(closing)),
    ...(counted === null || countedOn === null
      ? []
      : [row(`${massBalanceTexts.counted} on ${formatDate(countedOn)}`, inUnit(counted))]),
    row(massBalanceTexts.variance, inUnit(variance)),
    ...(isConverted
      ? conversionLines.map(({ field, packed }) => inKilograms(massBalanceTexts.runs, packed, conversion[field]))
      : []),
    ...(family
      ? familyLines.map(({ field, packed }) => inKilograms(massBalanceTexts.family, packed, family[field]))
      : []),
    ...(covered?.schemes ?? []).flatMap((own) =>
      coverLines.map(({ field, label }) => inKilograms(balancedScheme(own.scheme), label.toLowerCase(), own[field])),
    ),
  ];
}

export const massBalances: Section = {
  name: 'mass-balances',
  title: 'Mass balances',
  about: 'Quantities in, out and left of each item that moved, with all that was produced from it.',
  columns: [
    { title: 'Item', width: 5 },
    { title: 'Line', width: 5 },
    { title: 'Quantity', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'Documents', width: 2, isNumber: true },
  ],
  async *blocks(source) {
    const { trx, scope, features } = source;
    let [all, covered, short] = [0, 0, 0];
    for (const subject of await findSubjects(source)) {
      const query = { ...subject, withProducts: true, from: scope.from, to: scope.to };
      const exact = await features.massBalance(trx, query);
      if (!exact) continue;
      const balance = balanceInWholeGrams(exact, MILLIGRAMS_A_GRAM);
      all += 1;
      if (balance.covered) {
        if (balanceStateOf(balance.covered) === 'short') short += 1;
        else covered += 1;
      }
      const heading = balance.lotCode === null ? balance.itemName : `${balance.itemName}, ${balance.lotCode}`;
      yield { heading, sentence: balanceSentence(balance), rows: balanceRows(balance) };
    }
    return packSentences.massBalances(all, covered, short);
  },
};
