/** The purchase invoices of the sample data, oldest first. */
import type { InwardStatus } from '#contract/documentStatus.ts';
import type { MaterialKey } from './materials.ts';
import type { SupplierKey } from './suppliers.ts';

export interface SampleInward {
  daysAgo: number;
  supplier: SupplierKey;
  /** `{year}` is the financial year of the invoice, such as 26-27. */
  number: string;
  status: InwardStatus;
  bill: 'pdf' | 'photo';
  /** Quantity and rupees per unit. */
  lines: Partial<Record<MaterialKey, readonly [number, number]>>;
}

type Row = [
  daysAgo: number,
  supplier: SupplierKey,
  number: string,
  status: InwardStatus,
  bill: SampleInward['bill'],
  lines: SampleInward['lines'],
];

const rows: Row[] = [
  [150, 'khasi', 'JHT/{year}/0412', 'paid', 'pdf', { turmeric: [240, 292], ginger: [60, 338] }],
  [149, 'malwa', 'MAF-2107', 'paid', 'pdf', { ashwagandha: [180, 438], shatavari: [90, 572] }],
  [148, 'yamuna', 'YG/{year}/1107', 'paid', 'pdf', { bottle: [1200, 14.5] }],
  [
    146,
    'pratapgarh',
    '0077',
    'paid',
    'photo',
    { amla: [200, 168], tulsi: [80, 192], brahmi: [50, 244], haritaki: [30, 142], bibhitaki: [30, 136] },
  ],
  [145, 'marudhar', '58', 'paid', 'photo', { rockSalt: [60, 38] }],
  [144, 'konkan', 'के/११४', 'paid', 'photo', { kokum: [85.5, 318], jaggery: [300, 74] }],
  [141, 'chalakudy', 'CRC/{year}/231', 'paid', 'pdf', { coconutOil: [320, 388] }],
  [138, 'wayanad', 'WHS/{year}/0560', 'paid', 'pdf', { pepper: [75, 684], cardamom: [22.5, 2680], ginger: [90, 344] }],
  [135, 'kongu', 'KM-0095', 'paid', 'pdf', { moringa: [120, 176] }],
  [133, 'saurashtra', 'STM/0033', 'paid', 'pdf', { sesame: [150, 214.25] }],
  [126, 'nilgiri', 'NHC 19', 'paid', 'photo', { brahmi: [40, 238], shatavari: [35, 566], tulsi: [25, 188] }],
  [
    120,
    'himadri',
    'HF/{year}/0102',
    'paid',
    'pdf',
    { tulsi: [60, 196], brahmi: [45, 246], shatavari: [50, 578], ashwagandha: [40, 446], amla: [70, 172] },
  ],
  [112, 'khasi', 'JHT/{year}/0447', 'paid', 'pdf', { turmeric: [180, 296] }],
  [104, 'chalakudy', 'CRC/{year}/258', 'paid', 'pdf', { coconutOil: [260, 392] }],
  [98, 'yamuna', 'YG/{year}/1189', 'paid', 'pdf', { bottle: [800, 14.8] }],
  [88, 'nilgiri', 'NHC 31', 'paid', 'photo', { brahmi: [30, 241] }],
  [82, 'wayanad', 'WHS/{year}/0611', 'paid', 'pdf', { pepper: [60, 698.5], ginger: [70, 351] }],
  [76, 'konkan', 'के/१३१', 'paid', 'photo', { jaggery: [260, 76.5], kokum: [40, 324] }],
  [69, 'pratapgarh', '0091', 'paid', 'photo', { amla: [160, 171.25], tulsi: [70, 194] }],
  [61, 'himadri', 'HF/{year}/0147', 'paid', 'pdf', { shatavari: [60, 585], brahmi: [40, 249.5] }],
  [54, 'kongu', 'KM-0118', 'paid', 'pdf', { moringa: [110, 179], coconutOil: [240, 389] }],
  [47, 'khasi', 'JHT/{year}/0498', 'paid', 'pdf', { turmeric: [210, 301.5] }],
  [40, 'marudhar', '71', 'pending', 'photo', { rockSalt: [40, 39.5] }],
  [33, 'yamuna', 'YG/{year}/1260', 'paid', 'pdf', { bottle: [600, 15.1] }],
  [
    26,
    'wayanad',
    'WHS/{year}/0672',
    'notpaid',
    'pdf',
    { cardamom: [18.25, 2745], pepper: [50, 712], ginger: [65, 356] },
  ],
  [
    17,
    'himadri',
    'HF/{year}/0188',
    'notpaid',
    'pdf',
    { tulsi: [75, 198.5], ashwagandha: [60, 452], amla: [90, 174.75], moringa: [40, 182] },
  ],
  [9, 'chalakudy', 'CRC/{year}/304', 'pending', 'pdf', { coconutOil: [240, 398.5] }],
  [3, 'malwa', 'MAF-2196', 'notpaid', 'pdf', { ashwagandha: [120, 449], shatavari: [55, 588.5] }],
];

export const sampleInwards: readonly SampleInward[] = rows.map(([daysAgo, supplier, number, status, bill, lines]) => ({
  daysAgo,
  supplier,
  number,
  status,
  bill,
  lines,
}));
