/** Every document with its calls, in the order of the menu. */
import type { Document } from '../core/records/document.ts';
import type { Routes } from '../core/http/routes.ts';
import { inwardDocument } from '../buy/inward/actions.ts';
import { registerInward } from '../buy/inward/routes.ts';
import { recipeDocument } from '../make/recipes/actions.ts';
import { registerRecipes } from '../make/recipes/routes.ts';
import { certificateDocument } from '../prove/certificates/actions.ts';
import { registerCertificates } from '../prove/certificates/routes.ts';
import { certificationBodyDocument } from '../prove/certificates/bodies/actions.ts';
import { registerCertificationBodies } from '../prove/certificates/bodies/routes.ts';
import { transactionCertificateDocument } from '../prove/transactionCertificates/actions.ts';
import { registerTransactionCertificates } from '../prove/transactionCertificates/routes.ts';
import { dispatchDocument } from '../ship/dispatches/actions.ts';
import { registerDispatches } from '../ship/dispatches/routes.ts';
import { adjustmentDocument } from '../stock/adjustments/actions.ts';
import { registerAdjustments } from '../stock/adjustments/routes.ts';

interface DocumentWithCalls {
  document: Document;
  register: (routes: Routes) => void;
}

export const allDocuments: readonly DocumentWithCalls[] = [
  { document: inwardDocument, register: registerInward },
  { document: recipeDocument, register: registerRecipes },
  { document: dispatchDocument, register: registerDispatches },
  { document: adjustmentDocument, register: registerAdjustments },
  { document: certificateDocument, register: registerCertificates },
  { document: transactionCertificateDocument, register: registerTransactionCertificates },
  { document: certificationBodyDocument, register: registerCertificationBodies },
];
