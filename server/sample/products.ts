/** The categories, products and buyers of the sample data. */

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
} as const satisfies Record<string, SampleProduct>;

export const sampleBuyers = {
  greenBasket: {
    name: 'Green Basket Stores',
    email: 'orders@greenbasket.example',
    gstinNumber: '27AAACG4410Q1ZP',
    phone: '9820044100',
    address: 'Linking Road, Bandra West, Mumbai 400050',
    status: 1,
  },
  prakriti: {
    name: 'Prakriti Organics Retail',
    email: 'buy@prakriti.example',
    gstinNumber: '29AABCP7719H1Z3',
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
    gstinNumber: '24AAJCS2087M1ZD',
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
    gstinNumber: '32AAMFC9021R1ZB',
    phone: '9847033210',
    address: 'M G Road, Ernakulam 682016',
    status: 0,
  },
} as const;

/** Batches: days since production, quantity, and status. */
export const sampleGoods = [
  { product: 'turmericPowder', daysAgo: 130, quantity: 240, status: 'available', soldTo: 'greenBasket' },
  { product: 'ashwagandhaPowder', daysAgo: 124, quantity: 180, status: 'available', soldTo: 'greenBasket' },
  { product: 'kokumSyrup', daysAgo: 118, quantity: 96, status: 'expired' },
  { product: 'amlaMurabba', daysAgo: 110, quantity: 150, status: 'available', soldTo: 'prakriti' },
  { product: 'coconutOil', daysAgo: 102, quantity: 300, status: 'available', soldTo: 'terra' },
  { product: 'turmericPowder', daysAgo: 88, quantity: 260, status: 'available', soldTo: 'terra' },
  { product: 'triphala', daysAgo: 80, quantity: 120, status: 'available' },
  { product: 'garamMasala', daysAgo: 74, quantity: 200, status: 'available', soldTo: 'haat', returned: 6 },
  { product: 'coconutOil', daysAgo: 66, quantity: 320, status: 'available', soldTo: 'greenBasket' },
  { product: 'kokumSyrup', daysAgo: 60, quantity: 110, status: 'available' },
  { product: 'ashwagandhaPowder', daysAgo: 52, quantity: 175, status: 'available' },
  { product: 'amlaMurabba', daysAgo: 45, quantity: 160, status: 'available' },
  { product: 'garamMasala', daysAgo: 38, quantity: 210, status: 'available' },
  { product: 'turmericPowder', daysAgo: 31, quantity: 250, status: 'available' },
  { product: 'coconutOil', daysAgo: 24, quantity: 310, status: 'available' },
  { product: 'triphala', daysAgo: 17, quantity: 130, status: 'available' },
  { product: 'turmericPowder', daysAgo: 9, quantity: 270, status: 'available' },
  { product: 'ashwagandhaPowder', daysAgo: 4, quantity: 190, status: 'available' },
] as const satisfies readonly {
  product: keyof typeof sampleProducts;
  daysAgo: number;
  quantity: number;
  status: string;
  /** Who got all of it, a few days later. */
  soldTo?: keyof typeof sampleBuyers;
  /** How much of it they sent back. */
  returned?: number;
}[];
