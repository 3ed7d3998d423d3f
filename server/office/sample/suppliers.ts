/** The suppliers of the sample data. Their e-mail addresses can't exist: `.example` is reserved for that (RFC 2606). */

export interface SampleSupplier {
  name: string;
  phone: string;
  address: string;
  /** Optional. Its first two digits are the code of the state. */
  gstinNumber?: string;
  email?: string;
  /** Days since they stopped supplying; missing while active. */
  inactiveSince?: number;
}

export const sampleSuppliers = {
  khasi: {
    name: 'Jaintia Hills Turmeric Growers Producer Company Ltd',
    phone: '9436117001',
    email: 'office@jaintiaturmeric.example',
    gstinNumber: '17AAACK1701G1Z3',
    address: 'Iongpiah Road, Jowai\nWest Jaintia Hills, Meghalaya 793150',
  },
  himadri: {
    name: 'Himadri Farmers Producer Company Ltd',
    phone: '9412005020',
    email: 'sales@himadrifpc.example',
    gstinNumber: '05AAACH0502K1Z5',
    address: 'Village Katarmal\nAlmora, Uttarakhand 263643',
  },
  wayanad: {
    name: 'Wayanad Hills Spices Producer Company Ltd',
    phone: '9447032040',
    email: 'accounts@wayanadhillspices.example',
    gstinNumber: '32AAACW3204B1Z7',
    address: 'Near KSRTC Depot, Sulthan Bathery\nWayanad, Kerala 673592',
  },
  malwa: {
    name: 'Malwa Aushadhi Farmers Producer Company Ltd',
    phone: '9425023050',
    email: 'dispatch@malwaaushadhi.example',
    gstinNumber: '23AAACM2305D1ZC',
    address: 'Krishi Upaj Mandi, Neemuch\nMadhya Pradesh 458441',
  },
  konkan: {
    name: 'कोकण सेंद्रिय शेतकरी उत्पादक कंपनी',
    phone: '9422027060',
    email: 'namaskar@konkansendriya.example',
    address: 'मु. पो. देवगड, जि. सिंधुदुर्ग\nमहाराष्ट्र ४१६६१३',
  },
  kongu: {
    name: 'Kongu Moringa Farmers Cooperative Society',
    phone: '9443033060',
    email: 'kongumoringa@coop.example',
    gstinNumber: '33AAAAK3306F1ZA',
    address: '14 Mill Road, Dharapuram\nTiruppur, Tamil Nadu 638656',
  },
  chalakudy: {
    name: 'Chalakudy River Coconut Producer Company Ltd',
    phone: '8547032070',
    email: 'orders@chalakudycoconut.example',
    gstinNumber: '32AAACC3207H1ZC',
    address: 'Potta, Chalakudy\nThrissur, Kerala 680722',
  },
  pratapgarh: {
    name: 'Pratapgarh Amla and Herb Growers Cooperative Society',
    phone: '7388009080',
    gstinNumber: '09AAAAP0908L1ZH',
    address: 'Katra Medniganj\nPratapgarh, Uttar Pradesh 230001',
  },
  saurashtra: {
    name: 'Saurashtra Til Utpadak Sahakari Mandali',
    phone: '9824024090',
    email: 'mandali@saurashtratil.example',
    gstinNumber: '24AAAAS2409M1ZK',
    address: 'Station Road, Amreli\nGujarat 365601',
  },
  yamuna: {
    name: 'Yamuna Glass Containers LLP',
    phone: '6396009100',
    email: 'despatch@yamunaglass.example',
    gstinNumber: '09AAAFY0910N1Z0',
    address: 'Plot 27, Sector B\nUPSIDA Industrial Area\nAgra Road\nFirozabad\nUttar Pradesh 283203',
  },
  nilgiri: {
    name: 'Nilgiri Herb Collectors Cooperative',
    phone: '9442033110',
    gstinNumber: '33AAAAN3311P1ZP',
    address: 'Charing Cross, Udhagamandalam\nThe Nilgiris, Tamil Nadu 643001',
    inactiveSince: 75,
  },
  marudhar: {
    name: 'Marudhar Mineral Traders',
    phone: '9414008120',
    address: 'Nawa City\nNagaur, Rajasthan 341509',
  },
} as const satisfies Record<string, SampleSupplier>;

export type SupplierKey = keyof typeof sampleSuppliers;
