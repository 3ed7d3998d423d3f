/** Exports a mass balance: every figure and the entries behind it, in one sheet. */
import type { Covered, MassBalance } from '#contract/prove/massBalance.ts';
import { massBalanceLabels, massBalanceTexts } from '#contract/prove/massBalanceTexts.ts';
import { massBalanceExport } from '#contract/prove/massBalanceExport.ts';
import {
  conversionLines,
  coverLines,
  familyLines,
  familyProductLines,
  runLines,
} from '#contract/prove/massBalanceLines.ts';
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

const { parts, percents } = massBalanceExport;

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
      ...runLines.map(({ field, label: line }) => ({ ...row, line, grams: own[field] })),
      { ...row, line: percents.yield, percent: own.yieldPercent },
      { ...row, line: percents.expected, percent: own.expectedPercent },
      { ...row, line: percents.yearBefore, percent: own.yearBeforePercent },
    ];
  });
  const part = parts.conversion;
  return [
    ...conversionLines.map(({ field, label: line }) => ({ part, line, grams: conversion[field] })),
    { part, line: percents.yield, percent: conversion.yieldPercent },
    ...ofProducts,
  ];
}

function coveredRows(part: string, cover: Omit<Covered, 'schemes'> & { madeGrams?: number }): Row[] {
  return coverLines.flatMap(({ field, label: line }) => {
    const grams = cover[field];
    return grams === undefined ? [] : [{ part, line, grams }];
  });
}

function familyRows({ family, covered }: MassBalance): Row[] {
  const ofCover = covered
    ? [
        ...coveredRows(parts.covered, covered),
        ...covered.schemes.flatMap((row) => coveredRows(parts.scheme(row.scheme), row)),
      ]
    : [];
  if (!family) return ofCover;
  const part = parts.family;
  return [
    ...ofCover,
    ...familyLines.map(({ field, label: line }) => ({ part, line, grams: family[field] })),
    ...family.products.flatMap(({ itemName: item, ...own }) =>
      familyProductLines.map(({ field, label: line }) => ({ part, line, item, grams: own[field] })),
    ),
  ];
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
