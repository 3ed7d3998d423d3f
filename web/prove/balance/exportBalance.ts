/** Exports a mass balance: every figure and the entries behind it, in one sheet. */
import { massBalanceLabels, massBalanceTexts, type Covered, type MassBalance } from '#contract/prove/massBalance.ts';
import { massBalanceExport } from '#contract/prove/massBalanceExport.ts';
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { fromGrams } from '#contract/core/values/numbers.ts';
import { balanceInWholeGrams, type ShownBalance } from '#contract/prove/wholeGrams.ts';
import { exportSheet, type Progress } from '#web/core/sheets/downloadSheet.ts';
import { today } from '#web/core/ui/today.ts';
import { balancedOver } from './periods.ts';

interface Row {
  part: string;
  line: string;
  item?: string;
  document?: string;
  day?: string | null;
  quantity?: number | null;
  unit?: string;
  grams?: number | null;
  percent?: number | null;
}

const { parts, lines } = massBalanceExport;

function statementRows(balance: ShownBalance): Row[] {
  const { itemName, lotCode, unit, opening, closing, counted, countedOn, variance, variancePercent } = balance;
  const { openingGrams, closingGrams, countedGrams, varianceGrams } = balance;
  const own = { part: parts.statement, item: lotCode ?? itemName, unit };
  return [
    { ...own, line: massBalanceTexts.opening, day: balance.from, quantity: opening, grams: openingGrams },
    ...balance.lines.map(({ kind, quantity, grams }) => ({ ...own, line: massBalanceLabels[kind], quantity, grams })),
    { ...own, line: massBalanceTexts.closing, day: balance.to, quantity: closing, grams: closingGrams },
    ...(counted === null
      ? []
      : [{ ...own, line: massBalanceTexts.counted, day: countedOn, quantity: counted, grams: countedGrams }]),
    { ...own, line: massBalanceTexts.variance, quantity: variance, grams: varianceGrams, percent: variancePercent },
  ];
}

function entryRows({ lines: all, unit }: MassBalance): Row[] {
  return all.flatMap(({ kind, documents, entries }) => {
    const own = { part: parts.entries, line: massBalanceLabels[kind] };
    const rows: Row[] = entries.map(({ document, day, lotCode, quantity }) => {
      return { ...own, item: lotCode, document: document.label, day, quantity, unit };
    });
    const isCut = documents > entries.length;
    return isCut ? [...rows, { ...own, document: massBalanceExport.notAll(entries.length, documents) }] : rows;
  });
}

function conversionRows({ conversion, yields }: MassBalance): Row[] {
  const ofProducts = yields.flatMap(({ itemId, itemName, ...own }): Row[] => {
    const row = { part: parts.yields, item: itemId === null ? massBalanceTexts.noProduct : itemName };
    return [
      { ...row, line: lines.input, grams: own.inputGrams },
      { ...row, line: lines.output, grams: own.outputGrams },
      { ...row, line: lines.loss, grams: own.lossGrams },
      { ...row, line: lines.unexplained, grams: own.unexplainedGrams },
      { ...row, line: lines.yield, percent: own.yieldPercent },
      { ...row, line: lines.expected, percent: own.expectedPercent },
      { ...row, line: lines.yearBefore, percent: own.yearBeforePercent },
    ];
  });
  const part = parts.conversion;
  return [
    { part, line: lines.input, grams: conversion.inputGrams },
    { part, line: lines.output, grams: conversion.outputGrams },
    { part, line: lines.loss, grams: conversion.lossGrams },
    { part, line: lines.unexplained, grams: conversion.unexplainedGrams },
    { part, line: lines.inProgress, grams: conversion.inProgressGrams },
    { part, line: lines.yield, percent: conversion.yieldPercent },
    ...ofProducts,
  ];
}

function coveredRows(part: string, cover: Omit<Covered, 'schemes'> & { madeGrams?: number }): Row[] {
  return [
    { part, line: lines.bought, grams: cover.boughtGrams },
    ...(cover.madeGrams === undefined ? [] : [{ part, line: lines.made, grams: cover.madeGrams }]),
    { part, line: lines.sold, grams: cover.soldGrams },
    { part, line: lines.other, grams: cover.otherGrams },
    { part, line: lines.left, grams: cover.leftGrams },
    { part, line: lines.short, grams: cover.shortGrams },
  ];
}

function familyRows({ family, covered }: MassBalance): Row[] {
  const rows = covered
    ? [
        ...coveredRows(parts.covered, covered),
        ...covered.schemes.flatMap((row) => coveredRows(parts.scheme(row.scheme), row)),
      ]
    : [];
  if (!family) return rows;
  const part = parts.family;
  rows.push({ part, line: massBalanceTexts.opening, grams: family.openingGrams });
  rows.push({ part, line: lines.bought, grams: family.boughtGrams });
  rows.push({ part, line: lines.sold, grams: family.soldGrams });
  rows.push({ part, line: lines.left, grams: family.leftGrams });
  rows.push({ part, line: lines.lost, grams: family.lostGrams });
  rows.push({ part, line: lines.runs, grams: family.conversionGrams });
  for (const { itemName: item, ...own } of family.products) {
    rows.push({ part, line: lines.made, item, grams: own.madeGrams });
    rows.push({ part, line: lines.sold, item, grams: own.soldGrams });
    rows.push({ part, line: lines.left, item, grams: own.leftGrams });
    rows.push({ part, line: lines.lost, item, grams: own.lostGrams });
  }
  return rows;
}

function cellsOf({ part, line, item = '', document = '', day, quantity, unit = '', grams, percent }: Row) {
  const date = day === undefined || day === null ? null : { date: day };
  const kilograms = grams === undefined || grams === null ? null : fromGrams(grams);
  return [part, line, item, document, date, quantity ?? null, unit, kilograms, percent ?? null];
}

export async function exportBalance(exact: MassBalance, onProgress: Progress): Promise<void> {
  const balance = balanceInWholeGrams(exact);
  const rows = [...statementRows(balance), ...familyRows(balance), ...conversionRows(balance), ...entryRows(balance)];
  const sheet = {
    name: massBalanceExport.sheet,
    columnWidths: [18, 24, 32, 40, 14, 14, 10, 14, 10],
    headings: massBalanceExport.headings,
    rows: rows.map(cellsOf),
  };
  const { itemName, lotCode, from, to } = balance;
  const name = lotCode === null ? itemName : `${itemName} ${lotCode}`;
  const narrowing = [[exportTexts.about.subject, balancedOver(name, from ?? undefined, to ?? undefined)]] as const;
  await exportSheet(sheet, massBalanceExport.fileName(name, today()), narrowing, onProgress);
}
