/** The categories, products and buyers of the sample data; its batches are in goods.ts. */

export const sampleCategories = {
  powders: { name: 'Herbal powders', description: 'Ground in small lots, packed within a day', status: 1 },
  preserves: { name: 'Jams and preserves', description: 'Cooked with jaggery, in glass', status: 1 },
  oils: { name: 'Oils', description: 'Cold-pressed, unrefined', status: 1 },
  spices: { name: 'Spice mixes', description: 'Roasted and ground to order', status: 1 },
  teas: { name: 'Herbal teas', description: 'Discontinued in spring', status: 0 },
} as const;

export interface SampleProduct {
  name: string;
  description: string;
  category: keyof typeof sampleCategories;
  price: number;
  unit: string;
  /** Prefix of the batch numbers. */
  code: string;
  /** Net, of one unit. */
  grams: number;
  shelfLifeDays: number;
  maxGainPercent?: number;
}

export const sampleProducts = {
  turmericPowder: {
    name: 'Turmeric powder 200 g',
    description: 'Lakadong',
    category: 'powders',
    price: 185,
    unit: 'jar',
    code: 'TP',
    grams: 200,
    shelfLifeDays: 270,
  },
  ashwagandhaPowder: {
    name: 'Ashwagandha powder 100 g',
    description: '',
    category: 'powders',
    price: 249.5,
    unit: 'jar',
    code: 'AP',
    grams: 100,
    shelfLifeDays: 270,
  },
  triphala: {
    name: 'Triphala powder 100 g',
    description: 'Equal parts, sieved twice',
    category: 'powders',
    price: 165,
    unit: 'jar',
    code: 'TR',
    grams: 100,
    shelfLifeDays: 270,
  },
  amlaMurabba: {
    name: 'Amla murabba 400 g',
    description: 'In jaggery syrup',
    category: 'preserves',
    price: 310,
    unit: 'jar',
    code: 'AM',
    grams: 400,
    shelfLifeDays: 270,
    maxGainPercent: 2,
  },
  kokumSyrup: {
    name: 'Kokum syrup 500 ml',
    description: 'Without added sugar',
    category: 'preserves',
    price: 275.25,
    unit: 'bottle',
    code: 'KS',
    grams: 560,
    shelfLifeDays: 270,
  },
  coconutOil: {
    name: 'Coconut oil 500 ml',
    description: '',
    category: 'oils',
    price: 420,
    unit: 'bottle',
    code: 'CO',
    grams: 460,
    shelfLifeDays: 270,
  },
  garamMasala: {
    name: 'Garam masala 100 g',
    description: 'Eleven spices',
    category: 'spices',
    price: 195,
    unit: 'jar',
    code: 'GM',
    grams: 100,
    shelfLifeDays: 270,
  },
  goldenMilk: {
    name: 'Golden milk mix 250 g',
    description: 'Turmeric, ginger and jaggery',
    category: 'spices',
    price: 265,
    unit: 'jar',
    code: 'GL',
    grams: 250,
    shelfLifeDays: 270,
  },
  brahmiOil: {
    name: 'Brahmi hair oil 200 ml',
    description: 'Brahmi steeped in coconut oil',
    category: 'oils',
    price: 340,
    unit: 'bottle',
    code: 'BO',
    grams: 184,
    shelfLifeDays: 270,
  },
  sesameSpread: {
    name: 'Sesame spread 200 g',
    description: 'With jaggery and cardamom',
    category: 'preserves',
    price: 180,
    unit: 'jar',
    code: 'SS',
    grams: 200,
    shelfLifeDays: 270,
  },
  moringaTulsi: {
    name: 'Moringa tulsi powder 100 g',
    description: '',
    category: 'powders',
    price: 149,
    unit: 'jar',
    code: 'MT',
    grams: 100,
    shelfLifeDays: 270,
  },
  shatavariBlend: {
    name: 'Shatavari blend 150 g',
    description: 'With ashwagandha',
    category: 'powders',
    price: 325,
    unit: 'jar',
    code: 'SB',
    grams: 150,
    shelfLifeDays: 270,
  },
  amlaPickle: {
    name: 'Amla pickle 300 g',
    description: 'In rock salt',
    category: 'preserves',
    price: 220,
    unit: 'jar',
    code: 'AI',
    grams: 300,
    shelfLifeDays: 270,
  },
} as const satisfies Record<string, SampleProduct>;

export const sampleBuyers = {
  greenBasket: {
    name: 'Green Basket Stores',
    email: 'orders@greenbasket.example',
    gstinNumber: '27AAACG4410Q1ZH',
    phone: '9820044100',
    address: 'Linking Road, Bandra West, Mumbai 400050',
    status: 1,
  },
  prakriti: {
    name: 'Prakriti Organics Retail',
    email: 'buy@prakriti.example',
    gstinNumber: '29AABCP7719H1Z4',
    phone: '8041277190',
    address: '100 Feet Road, Indiranagar, Bengaluru 560038',
    status: 1,
  },
  terra: {
    name: 'Terra Earthfood',
    email: 'hello@terra.example',
    gstinNumber: '',
    phone: '9840512340',
    address: 'Auroville Main Road, Puducherry 605101',
    status: 1,
  },
  haat: {
    name: 'Organic Haat',
    email: '',
    gstinNumber: '',
    phone: '9415066120',
    address: 'Hazratganj, Lucknow',
    status: 1,
  },
  satvik: {
    name: 'Satvik Pantry',
    email: 'satvik@pantry.example',
    gstinNumber: '24AAJCS2087M1ZX',
    phone: '',
    address: 'C G Road, Ahmedabad 380009',
    status: 1,
  },
  himalaya: {
    name: 'हिमालय किराना',
    email: '',
    gstinNumber: '',
    phone: '9412088770',
    address: 'राजपुर रोड, देहरादून',
    status: 1,
  },
  coastal: {
    name: 'Coastal Health Foods LLP',
    email: 'accounts@coastalhealth.example',
    gstinNumber: '32AAMFC9021R1Z1',
    phone: '9847033210',
    address: 'M G Road, Ernakulam 682016',
    status: 0,
  },
} as const;
