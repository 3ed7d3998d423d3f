/** The complete server without its socket, as tests build it. */
import type { MorningSources } from './office/dashboard/morning.ts';
import { findRead } from './office/find/findRead.ts';
import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { apiTexts } from '#contract/apiTexts.ts';
import { errorTexts } from '#contract/core/errors.ts';
import { registerProfile } from './core/auth/profile.ts';
import { registerWeeklyMail } from './core/auth/weeklyMail.ts';
import { deleteOldDevices } from './core/auth/devices.ts';
import { deleteOldKeptDevices } from './core/auth/keptDevices.ts';
import { registerReset } from './core/auth/reset.ts';
import { deleteOldCodes } from './core/auth/resetCodes.ts';
import { registerAuth } from './core/auth/routes.ts';
import { deleteOldSessions } from './core/auth/sessions.ts';
import { deleteOldCounts } from './core/auth/sharedCounter.ts';
import { registerHistory } from './office/history/routes.ts';
import { signInLimits } from './core/auth/limits.ts';
import { Backups } from './office/backups/backups.ts';
import { registerBackups } from './office/backups/routes.ts';
import type { Config } from './core/config.ts';
import type { Store } from './core/db/connect.ts';
import { ensureFolder } from './core/folders.ts';
import { ApiError, bodyOf, faultOf, statusOf, OverloadedError } from './core/http/errors.ts';
import { refuseForgery } from './core/http/antiForgery.ts';
import { answerClientError } from './core/http/clientErrors.ts';
import { limitConnections } from './core/http/limits/connections.ts';
import { parseJsonBodies } from './core/http/jsonBody.ts';
import { describeApi } from './core/http/openApi.ts';
import { shutDownGracefully } from './core/http/limits/gracefulShutdown.ts';
import { serveMetrics } from './core/http/monitoring/metrics.ts';
import { REQUEST_ID_HEADER, requestNames, sendRequestId } from './core/http/monitoring/requestId.ts';
import { logStream, RequestLog } from './core/http/monitoring/requestLog.ts';
import { BODY_LIMITS, Routes } from './core/http/routes.ts';
import { serveScreens } from './core/http/screens.ts';
import { securityHeaders, sendSecurityHeaders } from './core/http/securityHeaders.ts';
import type { Services } from './core/services.ts';
import { openMovementJournal } from './stock/documents/movedStock.ts';
import { ExaminedFiles } from './core/records/examinedFiles.ts';
import { deleteOldKeys } from './core/records/write.ts';
import { registerHealth } from './core/http/monitoring/health.ts';
import { allDocuments } from './office/allDocuments.ts';
import { registerCompany } from './office/company/routes.ts';
import { registerFinishedGoods } from './make/goods/routes.ts';
import { registerLots } from './stock/lots/routes.ts';
import { allMasters } from './masters/all.ts';
import { registerMerging } from './masters/merging.ts';
import { createMailer } from './core/mail/mailer.ts';
import { WeeklyMails } from './core/mail/weeklyMails.ts';
import { registerOverviews } from './office/overviews/routes.ts';
import { registerProduction } from './make/production/routes.ts';
import { registerRuns } from './make/production/runRoutes.ts';
import { registerMorning } from './office/dashboard/routes.ts';
import { morningMailsOf } from './office/dashboard/weeklyMail.ts';
import { registerMassBalance } from './prove/balance/routes.ts';
import { Packs } from './prove/packs/packs.ts';
import { registerPacks } from './prove/packs/routes.ts';
import { morningRead } from './morningRead.ts';
import { countReadiness } from './prove/readiness/queries.ts';
import { remindersOf } from './prove/readiness/reminders.ts';
import { registerReadiness } from './prove/readiness/routes.ts';
import { registerRecalls } from './prove/recalls/routes.ts';
import { registerFind } from './office/find/routes.ts';
import { openingStockImporter } from './stock/adjustments/importing.ts';
import { goodsImporter } from './make/goods/importing.ts';
import { registerImports } from './office/imports/routes.ts';
import { masterImporters } from './masters/importing.ts';
import { recipesImporter } from './make/recipes/importing.ts';
import { registerViews } from './office/views/routes.ts';
import { registerTrace } from './prove/trace/routes.ts';
import { dayBefore } from './core/calendar.ts';
import { registerRegistration } from './office/users/register.ts';
import { registerUsers } from './office/users/routes.ts';

interface AppOptions {
  store: Store;
  config: Config;
  /** The clock; tests set it. */
  now?: () => Date;
  /** The folder of the built screens; without it only the API is served. */
  screensDir?: string;
}

const SETUP_CODE_BYTES = 6;
/** Closes the connection of a client that neither sends nor reads for so long. */
const STALLED_MS = 60_000;
const SLOWEST_HEADERS_MS = 20_000;
const SLOWEST_REQUEST_MS = 8 * 60 * 1000;
const TIDY_EVERY_MS = 60 * 60 * 1000;

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The message for a GET doesn't mention saving.
  const isReading = request.method === 'GET';
  const known = faultOf(error, isReading);
  const isFailure = !known || (known.code === 'unavailable' && !(known instanceof OverloadedError));
  if (isFailure) request.log.error({ err: error }, 'request failed');
  const fault = known ?? new ApiError('internal', isReading ? errorTexts.internalReading : errorTexts.internal);
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds);
  return reply
    .code(statusOf(fault))
    .type('application/json; charset=utf-8')
    .header(REQUEST_ID_HEADER, request.id)
    .send(JSON.stringify(bodyOf(fault, request.id, request.routeOptions.config.endpoint)));
}

function tidyUp(app: FastifyInstance, { store, now }: Services): void {
  const timer = setInterval(() => {
    const forget = [deleteOldKeys, deleteOldSessions, deleteOldCodes, deleteOldDevices, deleteOldKeptDevices];
    if (store.engine === 'postgres') forget.push(deleteOldCounts);
    Promise.all(forget.map((each) => each(store.db, now()))).catch((error: unknown) =>
      app.log.error({ err: error }, 'expired sessions, codes, devices and keys not deleted'),
    );
  }, TIDY_EVERY_MS).unref();
  app.addHook('onClose', () => clearInterval(timer));
}

/** Backups of the built-in database; the schedule starts with `begin`. */
function openBackups(app: FastifyInstance, { store, config, now }: Pick<Services, 'store' | 'config' | 'now'>) {
  if (store.engine !== 'sqlite') return undefined;
  ensureFolder('backup', config.backupDir);
  const onFailure = (error: unknown, message: string) => app.log.error({ err: error }, message);
  const backups = new Backups({ store, config, now, onFailure });
  app.addHook('preClose', async () => await backups.stop());
  return backups;
}

/** Starts building packs at `begin`, and for each request. */
function openPacks(app: FastifyInstance, { store, config, now }: Pick<Services, 'store' | 'config' | 'now'>): Packs {
  const onFailure = (error: unknown, message: string) => app.log.error({ err: error }, message);
  const packs = new Packs({ store, config, now, onFailure });
  app.addHook('preClose', async () => await packs.stop());
  return packs;
}

/** The active content of stored files, examined when they are read. */
function openExaminedFiles(app: FastifyInstance): ExaminedFiles {
  const files = new ExaminedFiles((error) => app.log.error({ err: error }, 'PDF not scanned for active content'));
  app.addHook('onClose', async () => await files.close());
  return files;
}

/** The weekly mails, sent from `begin` on. */
function openWeeklyMails(
  app: FastifyInstance,
  of: Pick<Services, 'store' | 'config' | 'now' | 'today' | 'mailer'> & MorningSources,
): WeeklyMails {
  const onFailure = (error: unknown) => app.log.error({ err: error }, 'weekly mail not sent');
  const kinds = [remindersOf(of.store), morningMailsOf(of, countReadiness)];
  const mails = new WeeklyMails({ ...of, onFailure }, kinds);
  app.addHook('preClose', async () => await mails.stop());
  return mails;
}

/** Builds the server over an open, migrated store. Closing it does not close the store. */
export async function buildApp({ store, config, now = () => new Date(), screensDir }: AppOptions) {
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, stream: logStream() },
    logController: new RequestLog({ requestIdLogLabel: 'requestId' }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    connectionTimeout: STALLED_MS,
    bodyLimit: BODY_LIMITS.anyone,
    // An upper bound; routes set a deadline that fits the body's size (bodyDeadline.ts).
    requestTimeout: SLOWEST_REQUEST_MS,
    http: { headersTimeout: SLOWEST_HEADERS_MS },
    trustProxy: config.trustProxy,
    genReqId: requestNames(),
    // During shutdown, requests on open connections are still answered.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      void answerError(error, request, reply.headers(securityHeaders));
    },
  });
  const today = () => dayBefore(now(), 0, config.timeZone);
  const mailer = createMailer(config, app.log);
  // Before the hooks that wait for mails.
  app.addHook('preClose', async () => mailer.stop());
  const backups = openBackups(app, { store, config, now });
  const services: Services = {
    store,
    config,
    now,
    today,
    apiTexts,
    openJournal: openMovementJournal,
    limits: signInLimits(store, now),
    setupCode: randomBytes(SETUP_CODE_BYTES).toString('hex'),
    mailer,
    weeklyMails: openWeeklyMails(app, { store, config, now, today, mailer, backups }),
    examinedFiles: openExaminedFiles(app),
  };
  const packs = openPacks(app, { store, config, now });
  // Validation and encoding are done in http/routes.ts; Fastify keeps the schemas for the API description only.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.decorateRequest('signedIn', undefined);
  limitConnections(app, config.trustProxy);
  app.setErrorHandler(answerError);
  app.removeContentTypeParser('text/plain');
  parseJsonBodies(app);
  sendRequestId(app);
  const isStopping = shutDownGracefully(app);
  sendSecurityHeaders(app);
  await app.register(cookie);
  refuseForgery(app);
  await describeApi(app, apiTexts);
  const routes = new Routes(app, services);
  registerHealth(app, routes, isStopping);
  registerAuth(routes);
  registerReset(routes);
  registerProfile(routes);
  registerWeeklyMail(routes);
  registerRegistration(routes);
  registerUsers(routes);
  for (const master of allMasters) master.register(routes);
  registerMerging(routes);
  for (const { register } of allDocuments) register(routes);
  registerLots(routes);
  registerProduction(routes);
  registerRuns(routes);
  registerFinishedGoods(routes);
  registerOverviews(routes);
  registerFind(routes);
  registerImports(routes, [...masterImporters, recipesImporter, openingStockImporter, goodsImporter]);
  registerViews(routes);
  registerTrace(routes, findRead);
  registerMassBalance(routes);
  registerReadiness(routes);
  registerMorning(routes, morningRead, backups);
  registerRecalls(routes);
  registerPacks(routes, packs);
  registerCompany(routes);
  registerBackups(routes, backups);
  registerHistory(routes, allMasters, allDocuments);
  serveMetrics(app, services);
  serveScreens(app, screensDir, config.timeZone);
  tidyUp(app, services);
  return { app, services: { ...services, backups, packs }, routes };
}
